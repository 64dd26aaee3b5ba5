import cluster from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { demoEmails } from '../../demo/demo-accounts.ts';
import { isDemoAdministratorExposed } from '../../demo/demo-administrator.ts';
import { type DemoAccounts, loadDemo } from '../../demo/load-demo.ts';
import { buildApp, type WebOptions } from '../app/app.ts';
import { mailReaders } from '../app/mail-readers.ts';
import { alertTriggers } from '../catalog/alerts/trigger-alerts.ts';
import { ensureGrading } from '../catalog/grading/ensure-grading.ts';
import { chooseSearchEngine } from '../catalog/products/search/choose-search-engine.ts';
import { ensureSynonyms } from '../catalog/products/synonyms/ensure-synonyms.ts';
import { type Command, runCommand } from '../cli/shop-commands.ts';
import type { Deps } from '../deps.ts';
import { mailJobHandlers } from '../foundations/notifications/mail-jobs.ts';
import { ensureSettings } from '../foundations/settings/ensure-settings.ts';
import { openToVisitors } from '../foundations/settings/opening.ts';
import { readSettings } from '../foundations/settings/settings.queries.ts';
import { hasSettingsTag } from '../foundations/settings/settings.tags.ts';
import { endReplacedTestMode } from '../foundations/settings/test-mode.ts';
import { imageCopyJobs, importJobs } from '../moving-in/imports/imports.routes.ts';
import { createWebhookSender } from '../operations/webhooks/send-webhooks.ts';
import {
  assertPasswordOfNewShop,
  ensureConfiguredAdministrator,
  hasAdministrator,
} from '../people/identity/ensure-admin.ts';
import { newsletterJobs } from '../people/newsletter/newsletter.jobs.ts';
import {
  findAdapterCurrencyFault,
  loadCarrierAdapter,
  loadChannelAdapter,
  loadMailAdapter,
  loadPaymentPages,
  loadTaxAdapter,
} from '../platform/adapters.ts';
import { openControlServer } from '../platform/control-server.ts';
import { readKeyring } from '../platform/crypto/secrets.ts';
import { inTransaction } from '../platform/database/database.ts';
import { hasEmbeddedDatabase } from '../platform/database/embedded/embedded-database.ts';
import { longQueryConnectionOn } from '../platform/database/long-query-connection.ts';
import { isMigrated, migrateDatabase } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import type { Environment } from '../platform/environment.ts';
import type { Readiness } from '../platform/http/health.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { runPeriodically } from '../platform/jobs/run-periodically.ts';
import { createLog } from '../platform/log.ts';
import { openPort } from '../platform/open-port.ts';
import { openResponseCache } from '../platform/response-cache/open-response-cache.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { maxInUseWaitMs } from '../platform/wait-while-in-use.ts';
import { orderJobs } from '../sales/orders/orders.jobs.ts';
import { shortages } from '../sales/orders/shortages/mark-short.ts';
import { stopCountingTestOrders } from '../sales/orders/stop-counting-test-orders.ts';
import { goLiveWithFixedKeys } from '../sales/payments/end-test-payments.ts';
import { paymentJobs } from '../sales/payments/payments.jobs.ts';
import { deviceCounts } from '../workshop/units/count-devices.ts';
import { periodicTasks } from './periodic-tasks.ts';
import { buildWorkerApp } from './worker-app.ts';

export type Shop = { app: FastifyInstance; stop: () => Promise<void> };

/** Finds adapters missing or incomplete at the start, not at the first mail, label, listing, order or payment. */
async function tryAdapters({
  mailAdapter,
  carrierAdapter,
  channelAdapter,
  taxAdapter,
  paymentAdapters,
}: Environment): Promise<void> {
  if (mailAdapter !== undefined) await loadMailAdapter(mailAdapter);
  if (carrierAdapter !== undefined) await loadCarrierAdapter(carrierAdapter);
  if (channelAdapter !== undefined) await loadChannelAdapter(channelAdapter);
  if (taxAdapter !== undefined) await loadTaxAdapter(taxAdapter);
  await loadPaymentPages(paymentAdapters);
}

/**
 * Starts all parts of the process's role in order and listens last, so that no request meets a partly started shop.
 * `web` is null for a worker.
 */
export async function startShop(environment: Environment, web: WebOptions | null): Promise<Shop> {
  const log = createLog(environment.logLevel);
  await tryAdapters(environment);
  const { databaseUrl, dataDir } = environment;
  if (databaseUrl === undefined && !hasEmbeddedDatabase(dataDir)) await assertPasswordOfNewShop(environment);
  const database = await openDatabase({ ...environment, inUseWaitMs: maxInUseWaitMs, log });
  try {
    if (!(await isMigrated(database))) await assertPasswordOfNewShop(environment);
    await migrateDatabase(database);
    const { db } = database;
    const base = {
      db,
      database,
      environment,
      log,
      secret: await readKeyring(db, environment),
      now: () => new Date(),
      storage: await openStorage(environment),
      alerts: alertTriggers,
      devices: deviceCounts,
      shortages,
      search: await chooseSearchEngine({ db, log, environment }),
      withLongQueryConnection: longQueryConnectionOn(database),
      withReportConnection: longQueryConnectionOn(database, environment.reportsDatabaseUrl),
    };
    const jobs = await startJobs({
      database,
      handlers: [
        ...mailJobHandlers(base, mailReaders(base)),
        ...newsletterJobs(base),
        ...paymentJobs(base),
        ...orderJobs(base),
        ...importJobs(base),
        ...imageCopyJobs(base),
      ],
      log,
      work: environment.role !== 'web',
    });
    const deps: Deps = { ...base, jobs };
    const accounts = await prepareShop(deps);

    const readiness: Readiness = { stopping: false };
    const { app, stopCache } = await buildHttpSide(deps, readiness, web);
    const webhookSender = createWebhookSender(deps);
    const tasks = environment.role === 'web' ? [] : periodicTasks(deps, database, webhookSender);
    const stops = tasks.map((task) => runPeriodically(log, task));
    const { host, port } = environment;
    await openPort({ setting: 'PORT', port, host }, () => app.listen({ host, port }), log);
    // Executes CLI commands on the embedded database, which only this process can open.
    const closeControlServer =
      database.kind === 'embedded'
        ? await openControlServer(environment.dataDir, (command, print) =>
            runCommand(
              { database, now: base.now, storage: base.storage, environment },
              command as Command,
              print,
            ),
          )
        : async () => {};
    // Deferred until the signal handlers are installed: a supervisor may stop the shop as soon as it reads "open".
    if (isFirstProcess()) setImmediate(printGreeting, environment, accounts);

    const stop = async () => {
      readiness.stopping = true;
      await drainConnections(app, readiness);
      await closeControlServer();
      await stopCache();
      await Promise.all(stops.map((stopTask) => stopTask()));
      await webhookSender.idle();
      await jobs.stop();
      await database.close();
    };
    return { app, stop };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

async function buildHttpSide(deps: Deps, readiness: Readiness, web: WebOptions | null) {
  const { database, log } = deps;
  if (web === null) {
    return { app: buildWorkerApp(deps, database.ping, readiness), stopCache: async () => {} };
  }
  const followSettings = (tags: Iterable<string> | null) => {
    if (tags !== null && !hasSettingsTag(tags)) return;
    // Reading them sets the currency of this process.
    readSettings(deps.db).catch((error) => log.warn({ err: error }, 'could not read changed settings'));
  };
  const cache = await openResponseCache(database, log, undefined, followSettings);
  const { responseCache } = cache;
  const app = await buildApp({ deps, ping: database.ping, readiness, responseCache, web });
  return { app, stopCache: cache.stop };
}

/** Accepts the pending connections, stops listening, and then responds to all of them. */
async function drainConnections(app: FastifyInstance, readiness: Readiness): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  readiness.requestsResume = promise;
  await acceptConnections(app);
  const closed = app.close();
  for (let tries = 0; app.server.listening && tries < 200; tries++) await pause(5);
  resolve();
  await closed;
}

const maxAcceptMs = 5000;

/**
 * Waits until no more connections and requests arrive. Node accepts them one by one between other work, and closing the
 * server at once would reset those still in the backlog.
 */
async function acceptConnections({ server }: FastifyInstance): Promise<void> {
  let arrivals = 0;
  const onArrival = () => {
    arrivals += 1;
  };
  server.on('connection', onArrival).on('request', onArrival);
  const until = performance.now() + maxAcceptMs;
  for (let lastArrivals = -1, quietTurns = 0; quietTurns < 20 && performance.now() < until; ) {
    quietTurns = arrivals === lastArrivals ? quietTurns + 1 : 0;
    lastArrivals = arrivals;
    await pause(5);
  }
}

async function prepareShop(deps: Deps): Promise<DemoAccounts | null> {
  const { environment } = deps;
  await ensureSettings(deps.db);
  // No reason to stop: an owner who has yet to choose the currency needs the back office.
  const currencyFault = await findAdapterCurrencyFault(environment);
  if (currencyFault !== null) deps.log.warn(`${currencyFault} It is not used.`);
  await ensureSynonyms(deps.db);
  await ensureGrading(deps.db, deps.now());
  const isNewShop = !(await hasAdministrator(deps.db));
  const accounts = environment.demo ? await loadDemo(deps) : null;
  if (environment.open) await inTransaction(deps.db, (tx) => openToVisitors(tx, deps.now(), null));
  await ensureConfiguredAdministrator(deps, environment, isNewShop);
  await endReplacedTestMode(deps);
  await stopCountingTestOrders(deps.db);
  await goLiveWithFixedKeys(deps);
  if (await isDemoAdministratorExposed(deps.db, deps.environment)) {
    deps.log.warn(
      `the demo account ${demoEmails.administrator} can sign in to a public shop: delete or suspend it`,
    );
  }
  return accounts;
}

/** True in the one process that prints the greeting. */
function isFirstProcess(): boolean {
  return cluster.worker === undefined || cluster.worker.id === 1;
}

/** Prints the URL and the demo accounts; everything else is in the log. */
function printGreeting(environment: Environment, accounts: DemoAccounts | null): void {
  const opened =
    environment.role === 'worker'
      ? 'The worker of Reprise is open'
      : `Reprise is open at ${environment.publicUrl}`;
  const lines = ['', `  ${opened}`];
  // Printed only once, because logs have more readers than the data folder.
  for (const account of accounts?.isNew ? accounts.accounts : []) {
    lines.push(`  ${account.role.padEnd(13)} ${account.email}  ${account.password}`);
  }
  if (accounts) lines.push(`  Demo account passwords: ${accounts.file}`);
  console.log([...lines, '  Press Ctrl-C to stop.', ''].join('\n'));
}
