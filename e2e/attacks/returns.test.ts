import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, addProduct, call, orderOf, signInAgain } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { readEndpointRows, staffRoles } from './endpoint-rows.ts';
import { addPerson, newNetwork } from './staff.ts';

let shop: AttackedShop;
let owner: string;
let cable: string;
let phone: string;
let made = 0;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signInAgain(shop.url, admin);
  cable = await addProduct(shop.url, owner, 500);
  phone = await addProduct(shop.url, owner, 0);
  await must('PUT', `/products/${phone}/tracking`, { tracking: 'serial' });
});

afterAll(async () => {
  await shop?.stop();
});

type More = Parameters<typeof call>[3];
const send = (method: string, path: string, options: More = {}) =>
  call(shop.url, method, path, { from: newNetwork(), ...options });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();

/** Calls as the owner; fails the test unless the call is done. */
async function must(method: string, path: string, body?: unknown) {
  const answer = await send(method, path, { token: owner, body });
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return answer.body?.data;
}

/** Puts a phone on sale; returns its serial number and its number in the shop. */
async function listPhone() {
  const serial = `RTN${String(++made).padStart(7, '0')}`;
  const identifiers = [{ kind: 'serial', value: serial }];
  const { unit } = await must('POST', '/units', { model: { product: phone }, identifiers });
  const wipe = { category: 'purge', method: 'Factory reset', verification: 'tool', result: 'passed' };
  await must('POST', '/units/wipes', { ids: [unit.id], ...wipe });
  await must('POST', '/units/moves', { ids: [unit.id], to: 'ready', reason: 'Looked at by hand' });
  await must('POST', '/units/listings', { ids: [unit.id], product: phone });
  return { serial, unit: unit.number as string };
}

type Sold = { id: string; number: string; email: string; orderToken: string };

/** Sells items to a guest, or to an account, and delivers them. */
async function sell(product: string, quantity: number, as: { email?: string; token?: string } = {}) {
  const { email = `${crypto.randomUUID()}@example.com`, token } = as;
  const placed = await send('POST', '/orders', { token, body: orderOf(product, quantity, email) });
  expect(placed.status, placed.text).toBe(201);
  const { order, accessToken = '' } = placed.body.data;
  await must('POST', `/orders/${order.id}/payments`, { method: 'cash' });
  return { id: order.id, number: order.orderNumber, email, orderToken: accessToken } as Sold;
}

const deliver = ({ id }: Sold) => must('PUT', `/orders/${id}/status`, { status: 'delivered' });

async function sellCables(quantity: number, as: Parameters<typeof sell>[2] = {}): Promise<Sold> {
  const sold = await sell(cable, quantity, as);
  await deliver(sold);
  return sold;
}

async function sellPhone(): Promise<Sold & { unit: string; serial: string }> {
  const device = await listPhone();
  const sold = await sell(phone, 1);
  await must('POST', `/packing/${sold.id}/devices`, { code: device.serial });
  await deliver(sold);
  return { ...sold, ...device };
}

const cables = (quantity: unknown, more: object = {}) => ({
  lines: [{ product: cable, quantity, reason: 'not-needed', ...more }],
});
const phones = (unit: string) => ({ lines: [{ product: phone, unit, reason: 'not-needed' }] });
const open = ({ id, orderToken }: Pick<Sold, 'id' | 'orderToken'>, body: unknown, more: More = {}) =>
  send('POST', `/orders/${id}/returns`, { orderToken, body, ...more });

async function opened(sold: Sold, body: unknown): Promise<{ number: string; lines: { id: string }[] }> {
  const answer = await open(sold, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.return;
}

/** Returns the cases of the shop as text. */
async function fingerprint(): Promise<string> {
  const tables = ['returns', 'return_lines', 'return_events', 'refunds'];
  const rows = [];
  for (const table of tables) rows.push(await shop.query(`select * from ${table} order by id`));
  return JSON.stringify(rows);
}

const withoutRequest = ({ status, body }: Answer) => JSON.stringify([status, { ...body, requestId: '' }]);

attack('31', 'accounts and guests of other orders read and change no return', async (report) => {
  const victim = await sellPhone();
  const { number } = await opened(victim, phones(victim.unit));
  const [stranger, other] = [await addPerson(shop, owner), await sellCables(1)];
  const { orderToken } = other;
  const callers = [{}, { token: stranger.token }, { orderToken }, { token: stranger.token, orderToken }];
  const before = await fingerprint();
  const calls = (found: string, order: string): [string, string, unknown?][] => [
    ['GET', `/returns/${found}`],
    ['POST', `/returns/${found}/cancel`],
    ['POST', `/returns/${found}/sent`, { trackingNumber: '1Z1' }],
    ['GET', `/orders/${order}/returnable`],
    ['POST', `/orders/${order}/returns`, phones(victim.unit)],
  ];
  const missing = calls('RMA-NOSUCH123', 'ord_nosuch');
  const answers = [];
  for (const order of [victim.id, victim.number]) {
    for (const [index, [method, path, body]] of calls(number, order).entries()) {
      for (const caller of callers) {
        const answer = await send(method, path, { ...caller, body });
        const [, unknown = ''] = missing[index] ?? [];
        expect(answer.status, path).toBe(404);
        expect(withoutRequest(answer)).toBe(withoutRequest(await send(method, unknown, { ...caller, body })));
        answers.push(answer);
      }
    }
  }
  expect(await fingerprint()).toBe(before);
  expect((await send('GET', `/returns/${number}`, { orderToken: victim.orderToken })).status).toBe(200);
  report(`${answers.length} of ${answers.length} answered as for a return that does not exist`);
});

attack('31', 'more units than bought and one device in two returns', async (report) => {
  const sold = await sellCables(3);
  const refused = [
    await open(sold, cables(4)),
    await open(sold, { lines: [...cables(2).lines, ...cables(2).lines] }),
    await open(sold, { lines: [...cables(3).lines, { product: phone, quantity: 1, reason: 'not-needed' }] }),
  ];
  expect(refused.map(codeOf)).toEqual(Array(3).fill('400 VALIDATION_ERROR'));
  const twos = await Promise.all(Array.from({ length: 6 }, () => open(sold, cables(2))));
  expect(twos.map(codeOf).sort()).toEqual(['201', ...Array(5).fill('400 VALIDATION_ERROR')]);

  const [mine, theirs] = [await sellPhone(), await sellPhone()];
  expect(codeOf(await open(mine, phones(theirs.unit)))).toBe('400 VALIDATION_ERROR');
  const both = await Promise.all(Array.from({ length: 6 }, () => open(mine, phones(mine.unit))));
  expect(both.map(codeOf).sort()).toEqual(['201', ...Array(5).fill('409 RETURN_OPEN')]);
  const [row] = await shop.query<{ units: number }>(
    `select sum(quantity)::int as units from return_lines l join returns r on r.id = l.return_id
     where r.order_id = any($1)`,
    [[sold.id, mine.id, theirs.id]],
  );
  expect(row?.units).toBe(3);
  report('12 calls at once opened 2 returns, of 2 cables and 1 phone');
});

attack('31', 'staff without the permission at each call of the desk', async (report) => {
  const sold = await sellCables(2);
  const { number, lines } = await opened(sold, cables(1));
  const rows = readEndpointRows().filter(
    ({ path, access }) =>
      /^\/(returns|return-policies)\b|^\/orders\/:id\/returns/.test(path) &&
      !['public', 'visitor', 'customer'].includes(access),
  );
  expect(rows.length).toBeGreaterThan(12);
  const reader = { name: 'Reader', permissions: ['orders.read'], days: 1 };
  const { secret } = await must('POST', '/api-tokens', reader);
  const tokens = new Map([['token', secret as string]]);
  for (const role of staffRoles) tokens.set(role, (await addPerson(shop, owner, role)).token);
  const customer = await addPerson(shop, owner);
  const before = await fingerprint();
  const body = { line: lines[0]?.id, isLocked: true, isRefunded: true, reason: 'No', amount: 20 };
  const wrong: string[] = [];
  let calls = 0;
  for (const { method, path, allowed } of rows) {
    const url = path.replace(':number', number).replace(':id', sold.id);
    const attempt = async (who: string, token: string | undefined, expected: number) => {
      calls++;
      const answer = await send(method, url, { token, ...(method !== 'GET' && { body }) });
      if (answer.status !== expected) wrong.push(`${who} ${method} ${path}: ${answer.status}`);
    };
    await attempt('stranger', undefined, 401);
    await attempt('customer', customer.token, 403);
    for (const [role, token] of tokens) {
      if (!(allowed as string[]).includes(role)) await attempt(role, token, 403);
    }
  }
  expect(wrong).toEqual([]);
  expect(await fingerprint()).toBe(before);
  report(`${calls} of ${calls} calls to ${rows.length} endpoints refused`);
});

attack('31', 'staff with the permission at each call of the desk', async (report) => {
  const rows = readEndpointRows().filter(({ path }) =>
    /^\/(returns|return-policies)\b|^\/orders\/:id\/returns/.test(path),
  );
  const before = await fingerprint();
  const wrong: string[] = [];
  let calls = 0;
  for (const role of staffRoles) {
    const { token } = await addPerson(shop, owner, role);
    for (const { method, path, allowed } of rows) {
      if (!(allowed as string[]).includes(role)) continue;
      calls++;
      // These ids do not exist, so that only the permission decides.
      const url = path.replace(':number', 'RMA-NOSUCH123').replace(':id', 'nosuch');
      const { status } = await send(method, url, { token, ...(method !== 'GET' && { body: {} }) });
      if ([401, 403, 500].includes(status)) wrong.push(`${role} ${method} ${path}: ${status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(30);
  expect(await fingerprint()).toBe(before);
  report(`${calls} of ${calls} calls of 5 roles answered`);
});

attack('31', 'unknown fields, invented dates and the largest inputs', async (report) => {
  const sold = await sellCables(20);
  const [line] = cables(1).lines;
  const manyLines = (count: number) => ({ lines: Array.from({ length: count }, () => line) });
  const refused: [string, unknown][] = [
    ['a day of delivery', { ...cables(1), deliveredAt: '2099-01-01T00:00:00.000Z' }],
    ['a window', cables(1, { windowEndsAt: '2099-01-01T00:00:00.000Z' })],
    ['an amount', cables(1, { amount: 1_000_000 })],
    ['a share', cables(1, { restockingPercent: 0 })],
    ['a reason of staff', { ...cables(1), exceptionReason: 'Goodwill' }],
    ['a withdrawal', cables(1, { reason: 'withdrawal' })],
    ['no lines', { lines: [] }],
    ['51 lines', manyLines(51)],
    ['50 lines of one item', manyLines(50)],
    ...[0, -1, 1.5, '1', null, 1001, 1e300].map((quantity): [string, unknown] => [
      `quantity ${quantity}`,
      cables(quantity),
    ]),
    ['a note of 1,001 characters', cables(1, { note: 'x'.repeat(1001) })],
    ['a long unit', cables(1, { unit: 'U'.repeat(5000) })],
    ['an array', [cables(1)]],
    ['a prototype', JSON.parse(`{"__proto__":{"wish":"refund"},"lines":[]}`)],
  ];
  for (const [name, body] of refused) {
    const answer = await open(sold, body);
    expect(answer.status, `${name}: ${answer.text}`).toBe(400);
  }
  expect((await open(sold, cables(1, { note: 'x'.repeat(70_000) }))).status).toBe(413);
  const paths = ['x'.repeat(3000), '%00', '%2e%2e%2f', "RMA-1' or 1=1--"];
  for (const path of paths) {
    const { status } = await send('GET', `/returns/${path}`, { orderToken: sold.orderToken });
    expect([400, 404, 414], path.slice(0, 20)).toContain(status);
  }
  const { number } = await opened(sold, cables(1, { note: 'ä'.repeat(1000) }));
  const parcel = { carrier: 'x'.repeat(101), trackingNumber: '1Z1' };
  for (const body of [parcel, { trackingNumber: 'x'.repeat(65) }, { sendBy: '2099-01-01' }]) {
    const { orderToken } = sold;
    expect((await send('POST', `/returns/${number}/sent`, { orderToken, body })).status).toBe(400);
  }
  const declared = { name: 'Ada', email: 'ada@example.com', orderNumber: 'MJ-1' };
  const long: object[] = [
    { name: 'x'.repeat(101) },
    { email: `${'x'.repeat(5000)}@example.com` },
    { email: 'ada@example.com\r\nBcc: all@example.com' },
    { orderNumber: 'x'.repeat(41) },
    { refund: 20 },
  ];
  for (const change of long) {
    const answer = await send('POST', '/orders/withdrawals', { body: { ...declared, ...change } });
    expect(answer.status, answer.text).toBe(400);
  }
  const total = refused.length + 1 + paths.length + 3 + long.length;
  report(`${total} of ${total} refused, none with a 500`);
});

attack('31', '320 calls of one network within a minute', async (report) => {
  const sold = await sellCables(1);
  const flood = async (path: string, options: More) => {
    const answers: Answer[] = [];
    for (let batch = 0; batch < 16; batch++) {
      const calls = Array.from({ length: 20 }, () => call(shop.url, 'POST', path, options));
      answers.push(...(await Promise.all(calls)));
    }
    const limited = answers.filter(({ status }) => status === 429);
    for (const { headers } of limited) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    return answers.length - limited.length;
  };
  const { orderToken } = sold;
  const opening = await flood(`/orders/${sold.id}/returns`, {
    ...{ orderToken, body: cables(1), from: newNetwork() },
  });
  expect(opening).toBe(300);
  const [stored] = await shop.query<{ count: number }>(
    'select count(*)::int as count from returns where order_id = $1',
    [sold.id],
  );
  expect(stored?.count).toBe(1);

  const email = 'flooded@example.com';
  const body = { name: 'Ada', email, orderNumber: 'MJ-NOSUCH123' };
  const withdrawing = await flood('/orders/withdrawals', { body, from: newNetwork() });
  expect(withdrawing).toBe(10);
  const [mails] = await shop.query<{ count: number }>(
    'select count(*)::int as count from outgoing_mails where recipient = $1',
    [email],
  );
  expect(mails?.count).toBeLessThanOrEqual(10);
  const [threads] = await shop.query<{ count: number }>(
    'select count(*)::int as count from conversations where email = $1',
    [email],
  );
  expect(threads?.count).toBeLessThanOrEqual(10);
  report(
    `${opening} of 320 openings made 1 return; ${withdrawing} of 320 withdrawals, ${mails?.count} mails`,
  );
});

attack('31', "a withdrawal with another person's email reveals nothing", async (report) => {
  const [known, victim] = [await sellCables(2), await sellCables(2)];
  const ids = [known.id, victim.id];
  await shop.query(`update orders set country = 'Germany' where id = any($1)`, [ids]);
  const withdraw = (orderNumber: string, email: string) =>
    send('POST', '/orders/withdrawals', { body: { name: 'Ada', email, orderNumber } });
  const stranger = 'stranger@example.com';
  const answers = [
    await withdraw(known.number, known.email),
    await withdraw(victim.number, stranger),
    await withdraw('MJ-NOSUCH123', stranger),
    await withdraw(victim.number, known.email),
    await withdraw('MJ-NOSUCH123', victim.email),
  ];
  const shapes = answers.map(({ status, headers, body: { data, requestId: _requestId, ...rest } }) =>
    JSON.stringify([status, rest, Object.keys(data), [...headers.keys()].sort()]),
  );
  expect(new Set(shapes).size, shapes.join('\n')).toBe(1);
  const rows = await shop.query<{ order_id: string }>(
    'select order_id from returns where order_id = any($1)',
    [ids],
  );
  expect(rows).toEqual([{ order_id: known.id }]);
  report(`${answers.length} answers alike, 1 of them for the order of its customer`);
});

attack('4', 'an open return refuses the erasure of its customer', async (report) => {
  const person = await addPerson(shop, owner);
  const { email, token, password } = person;
  const [ofAccount, ofGuest] = [await sellCables(1, { email, token }), await sellCables(1)];
  const mine = await send('POST', `/orders/${ofAccount.id}/returns`, { token, body: cables(1) });
  expect(mine.status, mine.text).toBe(201);
  const cases = [mine.body.data.return, await opened(ofGuest, cables(1))];
  const deletion = () => send('POST', '/users/profile/delete', { token, body: { password } });
  const erasure = () => send('POST', `/customers/${ofGuest.id}/erase`, { token: owner, body: {} });
  const refused = [
    await deletion(),
    await send('DELETE', `/users/users/${person.id}`, { token: owner }),
    await erasure(),
  ];
  expect(refused.map(codeOf)).toEqual(Array(3).fill('409 RETURN_OPEN'));
  const [first, second, third] = refused.map(({ body }) => body.message as string);
  expect([first, second]).toEqual([expect.stringContaining(cases[0].number), first]);
  expect(third).toContain(cases[1].number);
  for (const { number } of cases) await must('POST', `/returns/${number}/cancel`);
  expect([(await deletion()).status, (await erasure()).status]).toEqual([200, 200]);
  report('3 of 3 refused while the return is open, 2 of 2 done once it is called off');
});

attack('31', 'support and a packer who settle, receive and decide at once', async (report) => {
  const sold = await sellCables(2);
  const { number, lines } = await opened(sold, cables(2));
  const support = (await addPerson(shop, owner, 'support')).token;
  const packer = (await addPerson(shop, owner, 'packer')).token;
  const post = (token: string, step: string, body: object) =>
    send('POST', `/returns/${number}/${step}`, { token, body });
  const line = lines[0]?.id;
  const early = await post(support, 'settle', { amount: 40 });
  expect(codeOf(early)).toBe('409 RETURN_STATE');
  const three = await post(packer, 'receive', { line, quantity: 3 });
  expect(three.status).toBeGreaterThanOrEqual(400);
  const received = await Promise.all(
    Array.from({ length: 6 }, () => post(packer, 'receive', { line, quantity: 2 })),
  );
  expect(received.some(({ status }) => status === 200)).toBe(true);
  expect(received.every(({ status }) => status < 500)).toBe(true);
  const decision = { line, decision: 'refund', disposition: 'restock' };
  const [decided, ofPacker] = [
    await post(support, 'decide', { decisions: [decision] }),
    await post(packer, 'decide', { decisions: [decision] }),
  ];
  expect([decided.status, ofPacker.status]).toEqual([200, 403]);
  const amount = decided.body.data.return.toSettle;
  const more = await post(support, 'settle', { amount: amount + 1 });
  expect(codeOf(more)).toBe('409 AMOUNT_MISMATCH');
  const settled = await Promise.all(Array.from({ length: 6 }, () => post(support, 'settle', { amount })));
  expect(settled.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(settled.every(({ status }) => status < 500)).toBe(true);
  const rows = await shop.query<{ cents: number }>(
    'select amount_cents::int as cents from refunds where order_id = $1',
    [sold.id],
  );
  expect(rows).toEqual([{ cents: Math.round(amount * 100) }]);
  report('12 calls at once received 2 cables and refunded them once');
});

// The last ones, because they move the clock.
attack('31', 'a return after its window, with a changed date', async (report) => {
  const sold = await sellCables(2);
  await shop.setClock(45 * 24 * 3600 * 1000);
  const late = await open(sold, cables(1));
  expect(codeOf(late)).toBe('409 RETURN_WINDOW_CLOSED');
  const date = new Date(Date.now()).toUTCString();
  const headers = { date, 'if-unmodified-since': date, 'x-timestamp': String(Date.now()) };
  expect(codeOf(await open(sold, cables(1), { headers }))).toBe('409 RETURN_WINDOW_CLOSED');
  const dated = { ...cables(1), createdAt: new Date().toISOString() };
  expect(codeOf(await open(sold, dated))).toBe('400 VALIDATION_ERROR');
  const defect = await open(sold, cables(1, { reason: 'battery' }));
  expect([defect.status, defect.body.data.return.state]).toEqual([201, 'requested']);
  report('3 of 3 refused; a defect outside its time waits for staff');
});

attack('31', 'a mailed link after its 90 days', async (report) => {
  owner = await signInAgain(shop.url, admin);
  const sold = await sellCables(1);
  const { number } = await opened(sold, cables(1));
  const { orderToken } = sold;
  const read = () => send('GET', `/returns/${number}`, { orderToken });
  expect((await read()).status).toBe(200);
  await shop.setClock((45 + 91) * 24 * 3600 * 1000);
  const answers = [
    await read(),
    await send('POST', `/returns/${number}/cancel`, { orderToken }),
    await send('POST', `/returns/${number}/sent`, { orderToken, body: { trackingNumber: '1Z1' } }),
    await send('GET', `/returns/${number}/label`, { orderToken }),
    await open(sold, cables(1, { reason: 'battery' })),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404));
  report(`${answers.length} of ${answers.length} answered as for a return that does not exist`);
});
