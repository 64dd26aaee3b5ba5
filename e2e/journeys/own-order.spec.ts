import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import {
  addToCart,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  orderNumber,
  payButton,
  track,
} from './shopper.ts';

test('a guest pays after an expired card, writes to the store and cancels the order', {
  tag: ['@orders', '@payments'],
}, async ({ page, shop, tolerate, newVisitor }) => {
  tolerate(/api\/payments\/.*status of 402/);
  const person = newPerson();
  const device = await addDevice(shop);
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, person);

  await test.step('the form says what is no month and no CVV', async () => {
    await fillCard(page, goodCard);
    await page.getByLabel('Expiry (MM/YY)').fill('13/20');
    await page.getByLabel('CVV').fill('1');
    await payButton(page).click();
    await expect(page.getByLabel('Expiry (MM/YY)')).toHaveAccessibleDescription(/^Enter the month and year/);
    await expect(page.getByLabel('CVV')).toHaveAccessibleDescription('A CVV has 3 or 4 digits');
  });

  const number = await test.step('a card of a past month is declined, the next one pays', async () => {
    await fillCard(page, goodCard);
    await page.getByLabel('Expiry (MM/YY)').fill('01/20');
    await payButton(page).click();
    const expiry = page.getByLabel('Expiry (MM/YY)');
    await expect(expiry).toHaveAccessibleDescription(/expired/);
    await expect(expiry).toBeFocused();
    await page.getByLabel('Expiry (MM/YY)').fill('12/34');
    await payButton(page).click();
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
    return orderNumber(page);
  });

  const elsewhere = await newVisitor();
  await test.step('number and email open the order in another browser', async () => {
    await track(elsewhere, number, person.email);
    await elsewhere.getByRole('link', { name: 'Open the order' }).click();
    await expect(heading(elsewhere, `Order ${number}`)).toBeVisible();
  });

  await test.step('report a problem, which the staff see on the order', async () => {
    await elsewhere.getByRole('button', { name: 'Report a problem' }).click();
    const dialog = elsewhere.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByLabel('What is wrong?').fill('Please leave it with the neighbors.');
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await expect(notice(elsewhere, /^Your message was sent/)).toBeVisible();
    const owner = await newVisitor();
    await openBackOffice(owner, `/admin/orders/${number}`);
    await expect(owner.getByText('Please leave it with the neighbors.')).toBeVisible();
    await open(owner, '/admin/messages?state=open');
    await owner.getByLabel('Search name, email or order number').fill(number);
    await owner
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('button')
      .first()
      .click();
    const thread = owner.getByRole('dialog');
    await expectNoViolations(owner, 'a conversation');
    await thread.getByLabel('Answer').fill('We told the courier.');
    await thread.getByRole('button', { name: 'Send answer' }).click();
    await expect(thread.getByText('Answered')).toBeVisible();
    await expect(thread.getByLabel('Answer')).toHaveValue('');
  });

  await test.step('read the answer on the order and write again', async () => {
    await elsewhere.reload();
    await expect(elsewhere.getByText('We told the courier.')).toBeVisible();
    await elsewhere.getByRole('button', { name: 'Write again' }).click();
    await elsewhere.getByLabel('Your message').fill('Thank you!');
    await elsewhere.getByRole('button', { name: 'Send message' }).click();
    await expect(elsewhere.getByRole('listitem').filter({ hasText: 'Thank you!' })).toBeVisible();
  });

  await test.step('cancel the paid order', async () => {
    await elsewhere.getByRole('button', { name: `Cancel order ${number}` }).click();
    const dialog = elsewhere.getByRole('dialog', { name: `Cancel order ${number}?` });
    await expect(dialog).toContainText('$216.00 will be refunded to the card you paid with.');
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    const main = elsewhere.getByRole('main');
    await expect(main).toContainText('Refunded to the card');
    await expect(main).toContainText('Cancelled by the customer.');
    await expect(elsewhere.getByRole('button', { name: `Cancel order ${number}` })).toBeHidden();
    expect(await stockOf(shop, device)).toBe(5);
  });
});
