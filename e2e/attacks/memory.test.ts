import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { megabytesOf, peakMegabytesOf, resetPeakMegabytes } from '../process-usage.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';
import { openAttackedShop } from './attacked-shop.ts';

type Target = { name: string; shop: RunningShop; token: string; product: string };

const targets: Target[] = [];
const folder = mkdtempSync(join(tmpdir(), 'reprise-attack-'));

beforeAll(async () => {
  await addTarget('PostgreSQL', await openAttackedShop());
  const settings = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' };
  await addTarget('embedded', await runShop({ dataDir: folder, settings }));
});

afterAll(async () => {
  for (const { shop } of targets) await shop.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function addTarget(name: string, shop: RunningShop): Promise<void> {
  const token = await signIn(shop.url, admin);
  targets.push({ name, shop, token, product: await addProduct(shop.url, token, 50) });
}

type Withheld = { socket: Socket; answer: () => string; answered: Promise<void> };

const filler = Buffer.alloc(5 * 1024 * 1024, 'x');
const boundary = 'attack-boundary';
const partHead = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="x.jpg"\r\n\r\n`;

type Sent = {
  path: string;
  from: string;
  bytes: number;
  headers?: Record<string, string>;
  isChunked?: boolean;
  before?: string;
};

/** Sends a body without its last bytes. */
function withhold(base: string, { path, from, bytes, headers, isChunked, before = '' }: Sent): Withheld {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${before.length + bytes + 100}`;
  const lines = [`POST /api${path} HTTP/1.1`, `host: ${hostname}`, `x-forwarded-for: ${from}`, length];
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`${name}: ${value}`);
  const chunkOf = (part: string) => `${part.length.toString(16)}\r\n${part}\r\n`;
  socket.write(`${lines.join('\r\n')}\r\n\r\n${isChunked ? chunkOf(before) : before}`);
  if (isChunked) socket.write(`${bytes.toString(16)}\r\n`);
  socket.write(filler.subarray(0, bytes));
  let text = '';
  socket.setEncoding('latin1');
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (piece) => {
      text += piece;
      resolve();
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  return { socket, answer: () => text, answered };
}

const uploadHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const photo = { bytes: 4_900_000, headers: uploadHeaders, before: partHead };
const unknownTicket = `/unit-photos/${'A'.repeat(43)}`;

/** Sends 62 bodies from each network and keeps their connections open. */
function flood(base: string, sent: Omit<Sent, 'from'>, networks: readonly string[]): Withheld[] {
  return networks.flatMap((from) => Array.from({ length: 62 }, () => withhold(base, { ...sent, from })));
}

function close(held: Withheld[]): void {
  for (const { socket } of held) socket.destroy();
}

/**
 * Returns the megabytes that a flood from five networks adds to the peak of the process, after one from another network.
 * `settle` waits until the shop has dealt with a flood.
 */
async function addedPeak(
  { shop }: Target,
  sent: Omit<Sent, 'from'>,
  settle: (held: Withheld[]) => Promise<unknown>,
): Promise<number> {
  const warmUp = flood(shop.url, sent, ['10.80.0.1']);
  await settle(warmUp);
  close(warmUp);
  resetPeakMegabytes(shop.pid);
  const before = megabytesOf(shop.pid);
  rounds += 1;
  const held = flood(
    shop.url,
    sent,
    [1, 2, 3, 4, 5].map((index) => `10.81.${rounds}.${index}`),
  );
  await settle(held);
  const added = peakMegabytesOf(shop.pid) - before;
  close(held);
  return added;
}

let rounds = 0;

const isAnswered = ({ answer, socket }: Withheld) => answer() !== '' || socket.destroyed;

/** Waits for all answers, which name the ticket as unknown before the body has arrived. */
async function allRefused(held: Withheld[]): Promise<void> {
  await Promise.all(held.map(({ answered }) => answered));
  const statuses = new Set(held.map(({ answer }) => answer().split(' ', 2)[1]));
  expect([...statuses].filter((status) => status !== '404' && status !== '429')).toEqual([]);
}

for (const form of ['with their length', 'in chunks'] as const) {
  attack('24', `310 uploads by strangers ${form} leave the memory alone`, async (report) => {
    const isChunked = form === 'in chunks';
    for (const target of targets) {
      const added = await addedPeak(target, { path: unknownTicket, isChunked, ...photo }, allRefused);
      // The bodies are 1,500 MB; the buffers of the connections are collected at a time of the engine's choice.
      expect(added, target.name).toBeLessThan(200);
      report(`${target.name}: ${Math.round(added)} MB added at the peak`);
    }
  });
}

attack('24', '310 signed bodies of strangers leave room for orders and photos', async (report) => {
  const [target] = targets as [Target];
  const { shop, token, product } = target;
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' };
  const sent = { path: '/payments/webhook', bytes: 1000 * 1024, headers };
  const isRefused = ({ answer }: Withheld) => answer().startsWith('HTTP/1.1 503');
  let refused: Withheld[] = [];
  const added = await addedPeak(target, sent, async (held) => {
    // The shop keeps 16 MB of such bodies and answers the others at once.
    await until(() => held.filter(isRefused).length >= held.length - 16 || held.every(isAnswered));
    refused = held.filter(isRefused);
    const order = await call(shop.url, 'POST', '/orders', { body: orderOf(product), from: '10.82.0.1' });
    expect(order.status, order.text).toBe(201);
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(4 * 1024 * 1024)]), 'x.png');
    const upload = await call(shop.url, 'POST', '/upload/single', { token, body: form });
    // No image, but read to its end.
    expect(upload.body.code).toBe('UNSUPPORTED_IMAGE');
  });
  expect(refused.length).toBeGreaterThanOrEqual(294);
  expect(refused[0]?.answer()).toMatch(/^retry-after: \d+\r$/im);
  // The bodies are 310 MB.
  expect(added).toBeLessThan(150);
  report(`${refused.length} of 310 refused with 503, ${Math.round(added)} MB added`);
});

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
}
