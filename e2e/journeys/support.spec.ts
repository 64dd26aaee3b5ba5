import { call } from '../plain-client.ts';
import { newEmail } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { field, newPerson, register } from './shopper.ts';

test('the contact form validates and mails both sides', async ({ page, shop }) => {
  const email = newEmail();
  await open(page, '/support');
  const form = page.getByRole('form', { name: 'Write to us' });
  const send = form.getByRole('button', { name: 'Send message' });
  await send.click();
  await expect(form).toContainText('Please tell us your name');
  await expect(form).toContainText('Email is required');
  await expect(form).toContainText('Please write your message');
  await expect(field(form, 'Name')).toBeFocused();

  await field(form, 'Name').fill('Ada Byron');
  await field(form, 'Email').fill(email);
  await field(form, 'Order number (optional)').fill('MJ-TEST');
  await field(form, 'Message').fill('Where is it?');
  await send.click();
  const sent = page.getByRole('status').filter({ hasText: 'Your message was sent' });
  await expect(sent).toBeFocused();
  await expect(sent).toContainText(email);

  const mailsTo = async (search: string) => {
    const path = `/notifications/mails?search=${encodeURIComponent(search)}`;
    const { body } = await call(shop.url, 'GET', path, { token: shop.adminToken });
    return body.data.mails.map(({ kind }: { kind: string }) => kind);
  };
  await expect.poll(() => mailsTo(email)).toEqual(['support-received']);
  await expect.poll(() => mailsTo('Message from Ada Byron about order MJ-TEST')).toEqual(['support-message']);

  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(field(form, 'Message')).toHaveValue('');
  await expect(field(form, 'Email')).toHaveValue(email);
});

test('the contact form is prefilled and keeps its text after an error', async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/);
  const person = newPerson();
  await register(page, person);
  await open(page, '/support');
  const form = page.getByRole('form', { name: 'Write to us' });
  await expect(field(form, 'Email')).toHaveValue(person.email);
  await field(form, 'Message').fill('Hello');
  await page.route('**/api/support/conversations', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByRole('alert')).toContainText('The shop did not respond. Try again.');
  await expect(field(form, 'Message')).toHaveValue('Hello');
});
