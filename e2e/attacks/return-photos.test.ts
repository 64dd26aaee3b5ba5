import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Answer, addProduct, call, orderOf, signInAgain } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { attack } from './attack.ts';
import { type AttackedShop, openAttackedShop } from './attacked-shop.ts';
import { addPerson, newNetwork } from './staff.ts';

let shop: AttackedShop;
let owner: string;
let cable: string;
let photo: Buffer;

beforeAll(async () => {
  shop = await openAttackedShop();
  owner = await signInAgain(shop.url, admin);
  cable = await addProduct(shop.url, owner, 500);
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();
});

afterAll(async () => {
  await shop?.stop();
});

type More = Parameters<typeof call>[3];
const send = (method: string, path: string, options: More = {}) =>
  call(shop.url, method, path, { from: newNetwork(), ...options });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const withoutRequest = ({ status, body }: Answer) => JSON.stringify([status, { ...body, requestId: '' }]);

type Sold = { id: string; orderToken?: string };

/** Sells a cable to a guest, or to an account, and delivers it. */
async function sell(as: { email?: string; token?: string } = {}): Promise<Sold> {
  const { email = `${crypto.randomUUID()}@example.com`, token } = as;
  const placed = await send('POST', '/orders', { token, body: orderOf(cable, 1, email) });
  expect(placed.status, placed.text).toBe(201);
  const { order, accessToken = '' } = placed.body.data;
  for (const [method, path, body] of [
    ['POST', 'payments', { method: 'cash' }],
    ['PUT', 'status', { status: 'delivered' }],
  ] as const) {
    const answer = await send(method, `/orders/${order.id}/${path}`, { token: owner, body });
    expect(answer.status, answer.text).toBeLessThan(300);
  }
  return { id: order.id, ...(accessToken && { orderToken: accessToken }) };
}

function formOf(bytes: Buffer, name = 'x.jpg', type = 'image/jpeg'): FormData {
  const form = new FormData();
  form.append('photo', new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}
const upload = ({ id, orderToken }: Sold, body: FormData = formOf(photo), more: More = {}) =>
  send('POST', `/orders/${id}/return-photos`, { ...(orderToken && { orderToken }), body, ...more });

const countOf = async (table: string) =>
  (await shop.query<{ count: number }>(`select count(*)::int as count from ${table}`))[0]?.count;

attack('31', 'photos of 40 MB, bombs, SVG and HTML as photos', async (report) => {
  const sold = await sell();
  const [before, images] = [await countOf('return_photos'), await countOf('media_files')];
  const bomb = await sharp({
    create: { width: 30_000, height: 2_000, channels: 3, background: '#000' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const large = await upload(sold, formOf(Buffer.alloc(40 * 1024 * 1024, 1))).catch(() => null);
  // The shop may close the connection while the body is on its way.
  if (large) expect(codeOf(large)).toBe('413 PAYLOAD_TOO_LARGE');
  expect(bomb.length).toBeLessThan(1024 * 1024);
  const sent: [string, Buffer, string, string][] = [
    ['bomb', bomb, 'x.png', 'image/png'],
    ['svg', svg, 'x.svg', 'image/svg+xml'],
    ['svg as jpeg', svg, 'x.jpg', 'image/jpeg'],
    ['html as jpeg', html, 'x.jpg', 'image/jpeg'],
    ['html after a jpeg header', Buffer.concat([photo.subarray(0, 20), html]), 'x.jpg', 'image/jpeg'],
    ['half a jpeg', photo.subarray(0, photo.length / 2), 'x.jpg', 'image/jpeg'],
  ];
  for (const [name, bytes, file, type] of sent) {
    const answer = await upload(sold, formOf(bytes, file, type));
    expect(['415 UNSUPPORTED_IMAGE', '422 UNREADABLE_IMAGE'], name).toContain(codeOf(answer));
  }
  expect([await countOf('return_photos'), await countOf('media_files')]).toEqual([before, images]);
  report(`${sent.length + 1} of ${sent.length + 1} refused, and no file is left`);
});

attack('31', '40 photos at once for one order', async (report) => {
  const sold = await sell();
  const answers: Answer[] = [];
  for (let batch = 0; batch < 4; batch++)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => upload(sold)))));
  const stored = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201).map(codeOf);
  expect(stored.length).toBeLessThanOrEqual(24);
  for (const code of refused) expect(['400 VALIDATION_ERROR', '503 OVERLOADED']).toContain(code);
  const [row] = await shop.query<{ count: number }>(
    'select count(*)::int as count from return_photos where order_id = $1',
    [sold.id],
  );
  expect(row?.count).toBe(stored.length);
  const ids = stored.map(({ body }) => body.data.photo.id as string);
  const lines = [{ product: cable, quantity: 1, reason: 'battery', photos: ids.slice(0, 9) }];
  const opened = await send('POST', `/orders/${sold.id}/returns`, { ...sold, body: { lines } });
  expect(codeOf(opened)).toBe('400 VALIDATION_ERROR');
  report(`${stored.length} stored, ${refused.length} refused; nine in one item refused`);
});

attack('31', "photos of somebody else's return, and with tokens that ended", async (report) => {
  const person = await addPerson(shop, owner);
  const [victim, mine] = [await sell(person), await sell()];
  const asVictim = { token: person.token };
  const added = await upload({ id: victim.id }, formOf(photo), asVictim);
  expect(added.status, added.text).toBe(201);
  const { id } = added.body.data.photo;
  const path = `/orders/${victim.id}/return-photos/${id}`;
  const support = await addPerson(shop, owner, 'support');
  const packer = await addPerson(shop, owner, 'packer');
  const stranger = await addPerson(shop, owner);
  const callers: More[] = [
    {},
    { token: stranger.token },
    { orderToken: mine.orderToken ?? '' },
    { token: packer.token },
    { token: `${person.token}x` },
  ];
  let calls = 0;
  for (const caller of callers) {
    const missing = await send('GET', `/orders/ord_nosuch/return-photos/${id}/image`, caller);
    const attempts = [
      await send('GET', `${path}/image`, caller),
      await send('DELETE', path, caller),
      await upload({ id: victim.id }, formOf(photo), caller),
    ];
    for (const answer of attempts) {
      calls++;
      expect([401, 404]).toContain(answer.status);
    }
    expect(withoutRequest(attempts[0] as Answer)).toBe(withoutRequest(missing));
  }
  const swapped = `/orders/${mine.id}/return-photos/${id}`;
  expect((await send('GET', `${swapped}/image`, mine)).status).toBe(404);
  expect((await send('DELETE', swapped, mine)).status).toBe(404);
  const lines = [{ product: cable, quantity: 1, reason: 'battery', photos: [id] }];
  const stolen = await send('POST', `/orders/${mine.id}/returns`, { ...mine, body: { lines } });
  expect(codeOf(stolen)).toBe('400 VALIDATION_ERROR');
  expect((await send('GET', `${path}/image`, asVictim)).status).toBe(200);
  expect((await send('GET', `${path}/image`, { token: support.token })).status).toBe(200);
  expect((await send('DELETE', path, { token: support.token })).status).toBe(404);
  expect((await send('POST', '/auth/logout', asVictim)).status).toBe(200);
  expect([401, 404]).toContain((await send('GET', `${path}/image`, asVictim)).status);
  const [file] = await shop.query<{ name: string }>(
    'select media_name as name from return_photos where id = $1',
    [id],
  );
  const hash = file?.name.slice(0, 64) ?? '';
  for (const name of [`${hash}.private`, `${hash}.webp`, `${hash}-320.webp`]) {
    expect((await fetch(`${shop.url}/media/${name}`)).status).toBe(404);
  }
  report(`${calls + 8} of ${calls + 8} calls read, changed and used no photo of another customer`);
});
