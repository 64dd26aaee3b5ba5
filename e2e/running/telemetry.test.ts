import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startPrivateServer } from '../../server/test/postgres-server.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Traces and error reports as a receiver gets them, and a shop whose receiver is away.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reprise-telemetry-'));
let shop: RunningShop | undefined;
let receiver: Receiver | undefined;

beforeAll(() => {
  // npm runs on the Node of this test.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  execFileSync('npm', ['ci', '--prefix', 'telemetry'], {
    cwd: root,
    env: { ...process.env, PATH },
    stdio: 'pipe',
  });
});

afterEach(async () => {
  await shop?.stop();
  receiver?.server.closeAllConnections();
  receiver?.server.close();
  [shop, receiver] = [undefined, undefined];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Received = { path: string; body: Buffer };
type Receiver = { url: string; received: Received[]; server: Server };

async function startReceiver(
  answer = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  },
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const isZipped = request.headers['content-encoding'] === 'gzip';
    received.push({ path: request.url ?? '', body: isZipped ? gunzipSync(body) : body });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server };
  return receiver;
}

let shops = 0;
async function start(settings: Record<string, string>): Promise<RunningShop> {
  const dataDir = join(folder, `shop-${++shops}`);
  shop = await runShop({ dataDir, logLevel: 'info', settings });
  return shop;
}

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number>;
};

type JsonAttribute = { key: string; value: { stringValue?: string; intValue?: number | string } };
type JsonSpan = Omit<Span, 'attributes'> & { attributes: JsonAttribute[] };

/** Spans in the JSON of OTLP. */
function spansIn(received: Received[]): Span[] {
  const bodies = received
    .filter(({ path }) => path === '/v1/traces')
    .map(({ body }) => JSON.parse(String(body)));
  const spans: JsonSpan[] = bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: JsonSpan[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  return spans.map((span) => ({
    ...span,
    attributes: Object.fromEntries(
      span.attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
    ),
  }));
}

const tracesTo = (url: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '200',
});

test('the package of telemetry compiles against the shop', () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '--noEmit'], { cwd: join(root, 'telemetry'), stdio: 'pipe' });
});

test('an order, its statements and its jobs arrive as traces, without personal data', async () => {
  const { url, received } = await startReceiver();
  const { url: address, output } = await start(tracesTo(url));
  const token = await signIn(address, admin);
  const product = await addProduct(address, token, 3);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const response = await fetch(`${address}/api/orders?secret=in-the-query`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify(orderOf(product)),
  });
  expect(response.status).toBe(201);
  expect((await call(address, 'GET', '/products/never-was')).status).toBe(404);
  // Its mail is sent by a job.
  await call(address, 'POST', '/auth/forgot-password', { body: { email: admin.email } });

  const isPlaced = ({ name }: Span) => name === 'POST /api/orders';
  const isJob = ({ name }: Span) => name.startsWith('process ');
  const names = () => spansIn(received).map(({ name }) => name);
  await expect.poll(() => spansIn(received).some(isPlaced), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => spansIn(received).some(isJob), { timeout: 20_000 }).toBe(true);
  await expect.poll(names, { timeout: 20_000 }).toContain('GET /api/products/:id');
  const spans = spansIn(received);
  const request = spans.find(isPlaced);
  expect(request).toMatchObject({
    traceId,
    parentSpanId: 'b7ad6b7169203331',
    kind: 2,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/orders',
      'url.path': '/api/orders',
      'http.response.status_code': 201,
    },
  });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every(({ attributes }) => attributes['db.system.name'] === 'postgresql')).toBe(true);
  const job = spans.find(isJob);
  expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);

  const sent = received.map(({ body }) => body.toString()).join('');
  const { email, shippingAddress } = orderOf(product) as unknown as Record<string, Record<string, string>>;
  const secrets = [
    'in-the-query',
    token,
    admin.email,
    admin.password,
    String(email ?? ''),
    shippingAddress?.address ?? '',
  ];
  for (const secret of secrets.filter(Boolean)) expect(sent).not.toContain(secret);
  // Log lines name their trace.
  expect(output.some((line) => line.includes(`"trace_id":"${traceId}"`))).toBe(true);
});

test.each([
  [
    'answers 503',
    (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end(),
  ],
  ['never answers', () => {}],
])('a receiver that %s slows no request, and the shop stops', async (_name, answer) => {
  const { url } = await startReceiver(answer);
  const { url: address, stop } = await start({
    ...tracesTo(url),
    SENTRY_DSN: `${url.replace('//', '//key@')}/1`,
  });
  for (let count = 0; count < 50; count++) {
    expect((await call(address, 'GET', '/products')).status).toBe(200);
  }
  expect(await stop()).toBe(0);
});

test('errors are reported with their stack and version, and nothing of the person', async () => {
  const { url, received } = await startReceiver();
  const postgres = await startPrivateServer();
  try {
    const dataDir = join(folder, 'failing');
    const settings = { SENTRY_DSN: `${url.replace('//', '//key@')}/42` };
    shop = await runShop({ dataDir, databaseUrl: postgres.url, settings });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('alter table users rename to users_elsewhere');
    await client.end();
    const body = { email: 'maya.lindqvist@example.com', password: 'a-password-of-maya' };
    expect((await call(shop.url, 'POST', '/auth/login', { body })).status).toBe(500);
    await expect.poll(() => received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  } finally {
    await shop?.stop();
    await postgres.stop();
  }
  const [first] = received;
  expect(first?.path).toMatch(/^\/api\/42\/envelope\/\?/);
  // An envelope is a line of JSON, then for each item a line about it and one with it.
  const lines = String(first?.body)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines[1]).toMatchObject({ type: 'event' });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(lines[2]).toMatchObject({
    release: `reprise@${version}`,
    tags: { logged: 'request failed', code: 'INTERNAL' },
    exception: { values: [{ value: expect.stringContaining('users') }] },
  });
  expect(lines[2].exception.values[0].stacktrace.frames.length).toBeGreaterThan(1);
  for (const secret of ['maya', 'a-password-of-maya', '127.0.0.1'])
    expect(String(first?.body)).not.toContain(secret);
});

test('a shop without the setting sends nothing and has no trace ids', async () => {
  const { url: address, output } = await start({});
  await call(address, 'GET', '/products');
  expect(output.some((line) => line.includes('trace_id'))).toBe(false);
});
