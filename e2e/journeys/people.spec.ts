import { call } from '../plain-client.ts';
import { goByKey, openBackOffice, row } from './back-office.ts';
import { newEmail } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { mailedLink } from './mails.ts';
import { fullName, heading, newPerson, notice, signIn } from './shopper.ts';

test('an invited user sets a password, is found by Ctrl-K and is signed out', async ({
  page,
  shop,
  newVisitor,
  tolerate,
}) => {
  tolerate(/status of 401/);
  const name = `Ivy ${crypto.randomUUID().slice(0, 8)}`;
  const email = newEmail();
  await openBackOffice(page);
  await goByKey(page, 'u');
  await expect(heading(page, 'User Management')).toBeVisible();
  await page.keyboard.press('n');
  const add = page.getByRole('dialog', { name: 'Add New User' });
  await add.getByLabel('Name').fill(name);
  await add.getByLabel('Email').fill(email);
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(notice(page, 'User added successfully!')).toBeVisible();
  await expect(row(page, name)).toContainText('Invited');

  const ivy = await newVisitor();
  await open(ivy, await mailedLink(shop, email, 'reset-password'));
  await expect(heading(ivy, 'Welcome')).toBeVisible();
  await expect(ivy.getByText('At least 6 characters.')).toBeVisible();
  await ivy.getByLabel('New password').fill('a new password');
  await ivy.getByLabel('Confirm password').fill('a new password');
  await ivy.getByRole('button', { name: 'Set password' }).click();
  await expect(heading(ivy, 'Sign In')).toBeVisible();
  await signIn(ivy, { email, password: 'a new password' });

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or do' }).fill(name);
  await expect(page.getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  const user = page.getByRole('dialog', { name: 'User' });
  await user.getByRole('button', { name: /^Sign out / }).click();
  await expect(user.getByText('Not signed in anywhere.')).toBeVisible();
  await open(ivy, '/profile');
  await expect(ivy).toHaveURL(/\/login/);

  await test.step('the audit log contains every step', async () => {
    await user.getByRole('link', { name: 'History' }).click();
    for (const action of ['Add user', 'Reset password', 'Sign in', 'End sessions']) {
      await expect(page.getByRole('button', { name: action, exact: true })).toBeVisible();
    }
  });
});

test('Undo restores the status of a deactivated or unbanned user', async ({ page, shop }) => {
  const person = newPerson();
  const account = { name: fullName(person), email: person.email, password: person.password };
  const { body } = await call(shop.url, 'POST', '/auth/register', { body: account });
  const { id } = body.data.user;
  const statusNow = async () => {
    const answer = await call(shop.url, 'GET', `/users/users/${id}`, { token: shop.adminToken });
    return answer.body.data.user.status;
  };
  await openBackOffice(page, `/admin/users?search=${encodeURIComponent(person.email)}`);
  const line = row(page, person.email);
  const undo = line.getByRole('button', { name: 'Undo' });
  await line.getByRole('button', { name: `Deactivate ${account.name}` }).click();
  await expect(undo).toHaveAttribute('title', 'Undo does not sign them in again.');
  expect(await statusNow()).toBe('inactive');
  await undo.click();
  await expect(notice(page, 'User status updated to active')).toBeVisible();
  await expect(line).toContainText('Active');
  expect(await statusNow()).toBe('active');
  await expect(undo).toBeHidden();

  await call(shop.url, 'PUT', `/users/users/${id}`, { token: shop.adminToken, body: { status: 'banned' } });
  await open(page, `/admin/users?search=${encodeURIComponent(person.email)}`);
  await line.getByRole('button', { name: `Activate ${account.name}` }).click();
  await expect(notice(page, 'User status updated to active')).toBeVisible();
  await expect(undo).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(notice(page, 'User status updated to banned')).toBeVisible();
  expect(await statusNow()).toBe('banned');
});
