import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { importEndpoints } from '@reprise/contract/moving-in/imports';
import { shopExportEndpoints } from '@reprise/contract/moving-in/shop-export';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { alertTriggers } from '../../../catalog/alerts/trigger-alerts.ts';
import { catalogHandlers } from '../../../catalog/products/products.routes.ts';
import { categories, products } from '../../../catalog/products/products.tables.ts';
import { postgresSearch } from '../../../catalog/products/search/search-engine.ts';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';
import { createLog } from '../../../platform/log.ts';
import { diskStorage } from '../../../platform/storage/disk-storage.ts';
import { deviceCounts } from '../../../workshop/units/count-devices.ts';
import { imageCopyJobs, importHandlers, importJobs } from '../imports.routes.ts';
import { productImports } from '../imports.tables.ts';
import { type CopyDeps, copyImages } from './copy-images.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-images-'));
const keyPath = join(folder, 'key.pem');
const certificatePath = join(folder, 'certificate.pem');
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ...['-keyout', keyPath, '-out', certificatePath],
  ],
  { stdio: 'ignore' },
);
const certificate = readFileSync(certificatePath, 'utf8');
setDefaultCACertificates([...getCACertificates('default'), certificate]);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The server of the other shop; `answers` by path. */
let answers: Record<string, Answer> = {};
const asked: string[] = [];
const server = createServer({ key: readFileSync(keyPath), cert: certificate }, (request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const answer = answers[path] ?? ((_request, reply) => reply.writeHead(404).end());
  answer(request, response);
});
server.listen(0, 'localhost');
await once(server, 'listening');
const origin = `https://localhost:${(server.address() as AddressInfo).port}`;

const picture = (color: string) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();
const pictures = { red: await picture('red'), blue: await picture('blue') };
const sends =
  (bytes: Buffer): Answer =>
  (_request, response) =>
    response.end(bytes);

const database = await openTestDatabase();
const { db } = database;
const now = () => new Date();
const deps = { db, now, alerts: alertTriggers, devices: deviceCounts, search: postgresSearch };
const copyDeps: CopyDeps = {
  db,
  now,
  storage: diskStorage(join(folder, 'media')),
  environment: { webhookInternalHosts: ['localhost'] },
};
/** Set to false by tests that run the job themselves. */
let doesCopy = true;
const copyJobs = imageCopyJobs(copyDeps).map((handler) => ({
  ...handler,
  run: async (...given: Parameters<typeof handler.run>) => {
    if (doesCopy) await handler.run(...given);
  },
}));
const jobs = await startJobs({
  database,
  handlers: [...importJobs(deps), ...copyJobs],
  log: createLog('silent'),
  work: false,
});
const call = callsTo({ ...importEndpoints, ...shopExportEndpoints }, importHandlers({ db, now, jobs }));
const catalog = callsTo(catalogEndpoints, catalogHandlers(deps));

afterAll(async () => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  answers = {};
  doesCopy = true;
  asked.length = 0;
  await db.delete(productImports);
  await db.delete(products);
  await db.delete(mediaFiles);
  await db.delete(categories);
  await catalog('createCategory', { as: 'admin', body: { name: 'Smartphones', description: 'Phones' } });
});

const head =
  'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Google Shopping / Condition,Variant Inventory Qty';
const rowOf = (sku: string, path: string) =>
  `${sku},${sku},Acme,Smartphones,Title,Default Title,${sku},5,${path.startsWith('/') ? origin + path : path},refurbished,1`;

/** Imports these rows without copying the images. */
async function importRows(...rows: string[]): Promise<string> {
  const bytes = Buffer.from([head, ...rows].join('\n'));
  const { id } = (await call('startImport', { as: 'admin', files: [{ name: 'export.csv', bytes }] })).import;
  await jobs.workUntilIdle();
  await call('applyImport', { as: 'admin', params: { id }, body: {} });
  return id;
}
const imagesOfImport = async (id: string) =>
  (await call('getImport', { as: 'admin', params: { id } })).import.images;
const failuresOf = async (id: string) =>
  (await call('listImportImages', { as: 'admin', params: { id }, query: { state: 'failed' } })).images;
const imagesOf = async (sku: string) =>
  (await db.select().from(products).where(sql`sku = ${sku}`))[0]?.images ?? [];
/** A run of the job, whose failure says that it is to be repeated. */
const runOnce = (id: string) =>
  copyImages(copyDeps, id, {
    id: 'run',
    attempt: 1,
    signal: new AbortController().signal,
    enqueue: async () => {},
  });

test('copies images into the shop once, and shows the copies', async () => {
  answers = { '/red.png': sends(pictures.red), '/blue.png': sends(pictures.blue) };
  const rows = [rowOf('A1', '/red.png'), `A1,,,,,,,,${origin}/blue.png,,`, rowOf('B1', '/red.png')];
  const id = await importRows(...rows);
  await jobs.workUntilIdle();
  expect(await imagesOfImport(id)).toEqual({ total: 3, copied: 3, failed: 0 });
  const images = await imagesOf('A1');
  expect(images).toEqual([
    expect.stringMatching(/^\/media\/[0-9a-f]{64}\.webp$/),
    expect.stringMatching(/^\/media\//),
  ]);
  expect(await imagesOf('B1')).toEqual([images[0]]);
  expect(await db.$count(mediaFiles)).toBe(2);
  expect(asked.toSorted()).toEqual(['/blue.png', '/red.png']);

  // Sent again, the export changes nothing and asks for nothing.
  const again = await importRows(...rows);
  await jobs.workUntilIdle();
  const { counts, images: none } = (await call('getImport', { as: 'admin', params: { id: again } })).import;
  expect([counts.same, none.total]).toEqual([2, 0]);
  expect(asked).toHaveLength(2);
});

test('names images that cannot be copied, leaves them where they are, and tries again on request', async () => {
  answers = {
    '/text.png': sends(Buffer.from('<html>no image</html>')),
    '/large.png': sends(Buffer.alloc(6 * 1024 * 1024)),
    '/inside.png': (_request, response) =>
      response.writeHead(302, { location: 'https://169.254.169.254/secrets' }).end(),
    '/plain.png': (_request, response) =>
      response.writeHead(301, { location: 'http://localhost/red.png' }).end(),
    '/circle.png': (_request, response) => response.writeHead(302, { location: '/circle.png' }).end(),
  };
  const paths = [...Object.keys(answers), '/missing.png', 'https://10.0.0.1/inside.png'];
  const id = await importRows(...paths.map((path, index) => rowOf(`P${index}`, path)));
  await jobs.workUntilIdle();
  const failures = await failuresOf(id);
  const messageOf = (path: string) => failures.find(({ url }) => url.endsWith(path))?.message;
  expect(messageOf('/text.png')).toBe('The address does not lead to an image that this shop can read.');
  expect(messageOf('/large.png')).toBe('The image is larger than 5 MB.');
  expect(messageOf(`${origin}/inside.png`)).toContain('169.254.169.254 is inside');
  expect(messageOf('/plain.png')).toBe('The address of the image does not begin with https.');
  expect(messageOf('/circle.png')).toContain('without end');
  expect(messageOf('/missing.png')).toBe('The server of the image answered with status 404.');
  expect(messageOf('10.0.0.1/inside.png')).toContain('10.0.0.1 is inside the network');
  expect(await imagesOfImport(id)).toEqual({ total: 7, copied: 0, failed: 7 });
  expect(await imagesOf('P5')).toEqual([`${origin}/missing.png`]);

  answers['/missing.png'] = sends(pictures.red);
  await call('retryImportImages', { as: 'admin', params: { id } });
  await jobs.workUntilIdle();
  expect(await imagesOfImport(id)).toEqual({ total: 7, copied: 1, failed: 6 });
  expect(await imagesOf('P5')).toEqual([expect.stringMatching(/^\/media\//)]);
});

test('repeats images whose server is away, three times at most', async () => {
  doesCopy = false;
  answers = {
    '/busy.png': (_request, response) => response.writeHead(503).end(),
    '/cut.png': (_request, response) => response.socket?.destroy(),
    '/red.png': sends(pictures.red),
  };
  const id = await importRows(rowOf('A1', '/busy.png'), rowOf('B1', '/cut.png'), rowOf('C1', '/red.png'));
  await jobs.workUntilIdle();
  await expect(runOnce(id)).rejects.toThrow('could not be copied yet');
  expect(await imagesOfImport(id)).toEqual({ total: 3, copied: 1, failed: 0 });
  await expect(runOnce(id)).rejects.toThrow('could not be copied yet');
  await runOnce(id);
  expect(await imagesOfImport(id)).toEqual({ total: 3, copied: 1, failed: 2 });
  expect((await failuresOf(id)).map(({ message }) => message).toSorted()).toEqual([
    'The server of the image answered with status 503.',
    'The server of the image did not answer.',
  ]);
  expect(asked.filter((path) => path === '/red.png')).toHaveLength(1);
});

test('keeps images that somebody changed meanwhile', async () => {
  doesCopy = false;
  answers = { '/red.png': sends(pictures.red) };
  const id = await importRows(rowOf('A1', '/red.png'));
  await jobs.workUntilIdle();
  await db.update(products).set({ images: ['/media/own.webp'] });
  await runOnce(id);
  expect(await imagesOf('A1')).toEqual(['/media/own.webp']);
});
