import { afterAll, beforeAll, expect } from 'vitest';
import { openMailServer } from '../../server/test/mail-server.ts';
import { addProduct, address, call, orderOf, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { addPerson, newNetwork } from './staff.ts';

const server = await openMailServer();
const victim = 'victim@example.org';
const hourMs = 3_600_000;
let shop: AttackedShop;
let owner: string;
let products: string[];

beforeAll(async () => {
  shop = await openAttackedShop({ settings: { SMTP_URL: server.url } });
  owner = await signIn(shop.url, admin);
  products = [];
  for (let index = 0; index < 4; index++) products.push(await addProduct(shop.url, owner, 100));
});

afterAll(async () => {
  await shop?.stop();
});

/** Resolves when no mail is waiting to be written or sent. */
async function settleMails(): Promise<void> {
  for (;;) {
    const [row] = await shop.query<{ waiting: number }>(`
      select (select count(*) from job_outbox)::int + (select count(*) from pgboss.job
        where name = 'send-mail' and state in ('created', 'retry', 'active'))::int as waiting`);
    if (row?.waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Returns the decoded mails to an address. */
function mailsTo(email: string): string[] {
  return server.received
    .filter((mail) => mail.split('\n').some((line) => line.trim() === `To: ${email}`))
    .map((mail) =>
      mail
        .replaceAll(/=\r?\n/g, '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
}

const prize = 'http://prize.example.com/now';

const post = (path: string, body: object, token?: string) =>
  call(shop.url, 'POST', path, { body, token, from: newNetwork() });

function placeOrders(round: number) {
  const names = [`win at ${prize}`, 'Zelda'];
  return names.map((firstName, index) => {
    const person = { firstName, lastName: 'www.prize.example.com', address: `Visit ${prize} ${round}` };
    const shippingAddress = { ...address, ...person, email: victim };
    return post('/orders', { ...orderOf(products[index] as string, 1, victim), shippingAddress });
  });
}

async function attackOnce(round: number): Promise<void> {
  const alerts = products.map((id) => post(`/products/${id}/alerts`, { kind: 'price-drop', email: victim }));
  const person = await addPerson(shop, owner);
  const change = call(shop.url, 'PUT', '/users/profile', {
    token: person.token,
    from: newNetwork(),
    body: { email: victim, currentPassword: person.password },
  });
  await Promise.all([
    ...placeOrders(round),
    ...alerts,
    change,
    post('/auth/register', { name: prize, email: victim, password: 'canary-password' }),
    post('/auth/forgot-password', { email: victim }),
    post('/support/messages', { name: 'A', email: victim, message: 'x' }),
    post('/privacy/requests', { email: victim }),
  ]);
}

attack('G7', 'a mix of orders, alerts, sign-ups and resets floods no address', async (report) => {
  // Runs before other mails use up the budget, so that order mails are sent.
  for (const { status, text } of await Promise.all(placeOrders(0))) expect(status, text).toBe(201);
  await settleMails();
  expect(mailsTo(victim).filter((mail) => mail.includes('Zelda'))).toHaveLength(1);
  for (let round = 1; round < 8; round++) await attackOnce(round);
  await settleMails();
  const reached = mailsTo(victim).length;
  expect(reached).toBeGreaterThan(0);
  // Three mails of any kind, and three each of resets and verifications.
  expect(reached).toBeLessThanOrEqual(9);
  const links = mailsTo(victim).flatMap((mail) => mail.match(/https?:\/\/[^\s"'<>]+|www\.\S+/g) ?? []);
  const foreign = links.filter((link) => link.includes('prize'));
  expect(foreign).toEqual([]);
  for (const mail of mailsTo(victim)) expect(mail).not.toMatch(/prize\.example|Hello /);
  report(`${reached} mails in an hour, 0 links of a visitor`);
});

attack('7', 'changes of strangers’ e-mails to an address leave its password reset', async (report) => {
  const { email } = await addPerson(shop, owner);
  for (let index = 0; index < 3; index++) {
    const stranger = await addPerson(shop, owner);
    const body = { email, currentPassword: stranger.password };
    const from = newNetwork();
    const change = await call(shop.url, 'PUT', '/users/profile', { token: stranger.token, from, body });
    expect(change.status, change.text).toBe(200);
  }
  await settleMails();
  const before = mailsTo(email).length;
  await call(shop.url, 'POST', '/auth/forgot-password', { body: { email }, from: newNetwork() });
  await settleMails();
  const resets = mailsTo(email)
    .slice(before)
    .filter((mail) => mail.includes('/reset-password'));
  expect(resets).toHaveLength(1);
  report(`${before} mails before the reset, and the reset itself`);
});

attack('7', 'order mails past the budget wait and are sent as one', async (report) => {
  const email = 'buyer@example.org';
  const numbers: string[] = [];
  for (let index = 0; index < 5; index++) {
    const placed = await call(shop.url, 'POST', '/orders', {
      body: orderOf(products[index % 4] as string, 1, email),
      from: newNetwork(),
    });
    expect(placed.status, placed.text).toBe(201);
    numbers.push(placed.body.data.order.orderNumber);
  }
  await settleMails();
  expect(mailsTo(email)).toHaveLength(3);
  await shop.setClock(hourMs + 10 * 60_000);
  for (;;) {
    await settleMails();
    if (mailsTo(email).length > 3) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const merged = mailsTo(email).slice(3).join('\n');
  const all = mailsTo(email).join('\n');
  for (const number of numbers) expect(all).toContain(number);
  expect(merged).toContain('updates about your orders');
  report('3 of 5 order mails at once, the rest as 1 mail an hour later');
});
