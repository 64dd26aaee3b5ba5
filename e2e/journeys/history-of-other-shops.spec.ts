import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row } from './back-office.ts';
import { csv } from './csv-file.ts';
import { expect, open, test } from './journey.ts';
import { mailedLink } from './mails.ts';
import { newPerson, register, signIn } from './shopper.ts';

test('orders of another shop are imported once, and shown to the customer who confirmed the email', async ({
  page,
  shop,
  tolerate,
  newVisitor,
}) => {
  tolerate(/status of 400/);
  const person = newPerson();
  const number = `#${Date.now()}`;
  const head =
    'Name,Email,Financial Status,Fulfillment Status,Currency,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Refunded Amount';
  const line = (name: string, email: string, status: string, total: string) =>
    `${name},${email},${status},fulfilled,USD,9.99,0,${total},0,2024-03-05 14:21:09 -0500,1,Pixel 7 Snow,220.00,0`;
  const orders = csv('orders.csv', [
    head,
    line(number, person.email, 'paid', '229.99'),
    `${number},,,,,,,,,,2,Case,5.00,`,
    line(`${number}-2`, person.email, 'paid', 'ten'),
  ]);
  await openBackOffice(page, '/admin/past-orders');
  const chooser = page.getByLabel('Choose an order export or drop it here');

  await test.step('a file of another kind is refused with a sentence', async () => {
    await chooser.setInputFiles(csv('products.csv', ['sku,name', 'A,B']));
    await expect(page.getByRole('main').getByRole('alert')).toContainText('This is no order export');
  });

  await test.step('the check names what is wrong and adds nothing', async () => {
    await chooser.setInputFiles(orders);
    const fault = page.getByRole('listitem').filter({ hasText: `${number}-2` });
    await expect(fault).toContainText('“ten” is no amount');
    await expect(page.getByText('1 order to add')).toBeVisible();
    await expect(row(page, person.email)).toHaveCount(0);
    await expectNoViolations(page, 'a checked order export');
  });

  await test.step('the orders are imported once', async () => {
    await page.getByRole('button', { name: 'Import 1 order' }).click();
    await expect(page.getByText('1 order added')).toBeVisible();
    await expect(row(page, number).filter({ hasText: person.email })).toContainText('$229.99');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await chooser.setInputFiles(orders);
    await expect(page.getByText('1 order known already')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0);
    await expectNoViolations(page, 'past orders');
  });

  const visitor = await newVisitor();
  const link = visitor.getByRole('link', { name: /earlier order/ });
  await test.step('a customer with an unconfirmed email does not see them', async () => {
    await visitor.goto(`${shop.url}/`);
    await register(visitor, person);
    await open(visitor, '/orders');
    await expect(visitor.getByText('No orders yet')).toBeVisible();
    await expect(link).toHaveCount(0);
  });

  await test.step('they are listed once the email is confirmed', async () => {
    await open(visitor, await mailedLink(shop, person.email, 'verify-email'));
    await visitor.getByRole('button', { name: 'Confirm my email' }).click();
    await visitor.getByRole('link', { name: 'See your orders' }).click();
    await link.click();
    await expect(visitor.getByRole('article', { name: `Order ${number}` })).toContainText('2 × $5.00');
    await expectNoViolations(visitor, 'earlier orders');
  });
});

test('an imported customer chooses a password and has the address of the other shop', async ({
  page,
  shop,
  tolerate,
  newVisitor,
}) => {
  tolerate(/status of 40[01]/);
  const person = newPerson();
  const file = csv('customers.csv', [
    'First Name,Last Name,Email,Address1,City,Province Code,Country Code,Zip,Phone,Total Spent,Total Orders,Tags',
    `${person.firstName},${person.lastName},${person.email},12 Main Street,Springfield,IL,US,62701,555 0100,10.00,1,vip`,
    `Ben,,,,,,,,,0.00,0,`,
  ]);
  await openBackOffice(page, '/admin/users');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('Choose a customer export or drop it here').setInputFiles(file);
  await expect(page.getByText('1 customer to add')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'has no email address' })).toBeVisible();
  await expectNoViolations(page, 'a checked customer export');
  await page.getByRole('button', { name: 'Import 1 customer' }).click();
  await expect(page.getByText('1 customer added')).toBeVisible();
  await open(page, `/admin/users?search=${encodeURIComponent(person.email)}`);
  await expect(row(page, person.email)).toBeVisible();

  const visitor = await newVisitor();
  await open(visitor, '/forgot-password');
  await visitor.getByLabel('Email').fill(person.email);
  await visitor.getByRole('main').getByRole('button').click();
  await open(visitor, await mailedLink(shop, person.email, 'reset-password'));
  await visitor.getByLabel('New password').fill(person.password);
  await visitor.getByLabel('Confirm password').fill(person.password);
  await visitor.getByRole('button', { name: 'Change password' }).click();
  await expect(visitor).toHaveURL(/\/login$/);
  await signIn(visitor, person);
  await open(visitor, '/profile');
  await expect(visitor.getByText('12 Main Street, Springfield')).toBeVisible();
  await expect(visitor.getByText('Verified', { exact: true })).toBeVisible();
});
