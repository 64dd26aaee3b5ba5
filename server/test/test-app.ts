import type { StaffRole } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../src/app/app.ts';
import { mailReaders } from '../src/app/mail-readers.ts';
import { alertTriggers } from '../src/catalog/alerts/trigger-alerts.ts';
import { postgresSearch } from '../src/catalog/products/search/search-engine.ts';
import type { Deps } from '../src/deps.ts';
import { mailJobHandlers } from '../src/foundations/notifications/mail-jobs.ts';
import { ensureSettings } from '../src/foundations/settings/ensure-settings.ts';
import { openToVisitors } from '../src/foundations/settings/opening.ts';
import { importJobs } from '../src/moving-in/imports/imports.routes.ts';
import { ensureAdministrator } from '../src/people/identity/ensure-admin.ts';
import { users } from '../src/people/identity/identity.tables.ts';
import { newsletterJobs } from '../src/people/newsletter/newsletter.jobs.ts';
import { createKeyring } from '../src/platform/crypto/keyring.ts';
import { type Database, inTransaction } from '../src/platform/database/database.ts';
import { longQueryConnectionOn } from '../src/platform/database/long-query-connection.ts';
import { readEnvironment } from '../src/platform/environment.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLog } from '../src/platform/log.ts';
import type { ResponseCache } from '../src/platform/response-cache/response-cache.ts';
import { diskStorage } from '../src/platform/storage/disk-storage.ts';
import { imageFolder } from '../src/platform/storage/open-storage.ts';
import { orderJobs } from '../src/sales/orders/orders.jobs.ts';
import { shortages } from '../src/sales/orders/shortages/mark-short.ts';
import { paymentJobs } from '../src/sales/payments/payments.jobs.ts';
import { deviceCounts } from '../src/workshop/units/count-devices.ts';
import { afterwards } from './afterwards.ts';
import { temporaryFolder } from './temporary-folder.ts';

const administrator = { email: 'admin@shop.test', password: 'correct-horse-battery' };

/** Builds the whole app on a test database and calls it without a network. */
export async function openTestApp(
  database: Database,
  variables: Record<string, string> = {},
  responseCache?: ResponseCache,
  now: () => Date = () => new Date(),
) {
  const dataDir = temporaryFolder();
  const environment = readEnvironment({
    DATA_DIR: dataDir,
    RATE_LIMIT: 'off',
    PAYMENTS: 'test',
    ...variables,
  });
  const log = createLog('silent');
  const base = {
    withLongQueryConnection: longQueryConnectionOn(database),
    withReportConnection: longQueryConnectionOn(database),
    db: database.db,
    database,
    environment,
    log,
    secret: createKeyring('a secret for tests'),
    now,
    alerts: alertTriggers,
    devices: deviceCounts,
    shortages,
    search: postgresSearch,
    storage: diskStorage(imageFolder(dataDir)),
  };
  await ensureSettings(database.db);
  if (variables.OPEN !== '0') await inTransaction(database.db, (tx) => openToVisitors(tx, now(), null));
  const handlers = [
    ...mailJobHandlers(base, mailReaders(base)),
    ...newsletterJobs(base),
    ...paymentJobs(base),
    ...orderJobs(base),
    ...importJobs(base),
  ];
  const deps: Deps = { ...base, jobs: await startJobs({ database, handlers, log, work: false }) };
  const app = await buildApp({ deps, ping: database.ping, ...(responseCache && { responseCache }) });
  await ensureAdministrator(deps, administrator.email, administrator.password);
  afterwards(() => app.close());
  return { app, deps, ...callsOf(app, deps) };
}

type Options = { token?: string; body?: unknown; headers?: Record<string, string> };

function callsOf(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  const call = async (method: string, path: string, { token, body, headers }: Options = {}) => {
    const isText = typeof body === 'string' || Buffer.isBuffer(body);
    const response = await app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: `/api${path}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { payload: isText ? (body as string) : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests assert on raw JSON
    const json: any = response.headers['content-type']?.toString().includes('json') ? response.json() : null;
    return { status: response.statusCode, headers: response.headers, text: response.payload, body: json };
  };
  const signIn = async (account: { email: string; password: string } = administrator): Promise<string> =>
    (await call('POST', '/auth/login', { body: account })).body.data.token;
  const register = async (name = 'Ada') => {
    const account = { name, email: `${crypto.randomUUID()}@shop.test`, password: 'Violet-lantern-7' };
    const { token, user } = (await call('POST', '/auth/register', { body: account })).body.data;
    return { ...account, token: token as string, id: user.id as string };
  };
  /** Confirms a user's address without its mail. */
  const confirmAddress = async (userId: string) => {
    const confirmed = { emailVerified: true, confirmedAt: new Date() };
    await db.update(users).set(confirmed).where(eq(users.id, userId));
  };
  /** Confirms a user's address, makes them staff, and signs them in again. */
  const appoint = async (user: { id: string; email: string; password: string }, staffRoles: StaffRole[]) => {
    await confirmAddress(user.id);
    const body = { role: 'admin', staffRoles };
    await call('PUT', `/users/users/${user.id}`, { token: await signIn(), body });
    return signIn({ email: user.email, password: user.password });
  };
  /** Steps up with a password, the administrator's unless given. */
  const stepUp = (token: string, password = administrator.password) =>
    call('POST', '/auth/step-up', { token, body: { password } });
  return { call, signIn, stepUp, register, confirmAddress, appoint };
}
