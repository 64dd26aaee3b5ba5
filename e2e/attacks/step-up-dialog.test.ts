import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect } from 'vitest';
import { findBrowser } from '../find-browser.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';

const elevenMinutes = 11 * 60_000;

let shop: AttackedShop;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  shop = await openAttackedShop();
  browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  page = await browser.newPage();
  await page.goto(`${shop.url}/login?from=/admin/users`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('heading', { name: 'User Management' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await shop?.stop();
});

const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' });

attack('17', 'a download continues after a step-up in a dialog', async (report) => {
  await shop.setClock(elevenMinutes);
  await page.getByRole('button', { name: 'Export list' }).click();
  await dialog().getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await dialog().getByText('This is not your password').waitFor();
  await dialog().getByLabel('Password').fill(admin.password);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/^users-.*\.csv$/);
  await dialog().waitFor({ state: 'detached' });
  report('one dialog, then the file');
});

attack('17', 'a cancelled step-up loses nothing that was typed', async (report) => {
  await shop.setClock(2 * elevenMinutes);
  await page.getByRole('button', { name: /Add (new )?user/i }).click();
  const form = page.getByRole('dialog', { name: /add/i });
  await form.getByLabel('Name').fill('Grace Hopper');
  await form.getByLabel('Email').fill('grace@example.com');
  await form.getByLabel('Role').selectOption('admin');
  await form.getByLabel('Support').check();
  const save = form.getByRole('button', { name: /add/i }).last();
  await save.click();
  await dialog().getByLabel('Password').waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(await form.getByLabel('Name').inputValue()).toBe('Grace Hopper');
  expect(await form.getByLabel('Email').inputValue()).toBe('grace@example.com');
  expect(await shop.query("select 1 from users where email = 'grace@example.com'")).toHaveLength(0);
  await save.click();
  await dialog().getByLabel('Password').fill(admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('cell', { name: 'grace@example.com' }).first().waitFor();
  report('name, e-mail and role stayed; saved after the proof');
});
