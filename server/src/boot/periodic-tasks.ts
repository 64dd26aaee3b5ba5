import { sendDueAlerts } from '../catalog/alerts/send-due-alerts.ts';
import { makeDueFeeds } from '../catalog/feeds/make-feeds.ts';
import { applyDueSales } from '../catalog/products/sales/apply-sales.ts';
import { indexOutdatedProducts } from '../catalog/products/search/index-products.ts';
import { rollUpVocabulary } from '../catalog/products/search/roll-up-vocabulary.ts';
import { updateTermCounts } from '../catalog/products/search/term-counts.ts';
import type { Deps } from '../deps.ts';
import { sendDeferredMails } from '../foundations/notifications/waiting-mails.ts';
import { createTaxRateWatch } from '../foundations/settings/tax/watch-tax-rates.ts';
import { slowStats } from '../operations/analytics/analytics.routes.ts';
import { refreshStats } from '../operations/analytics/cached-stats.ts';
import { createTimedBackup } from '../operations/backup/timed-backups.ts';
import { runDueIntegrityChecks } from '../operations/integrity/run-integrity-checks.ts';
import { enforceRetention } from '../operations/retention/enforce-retention.ts';
import type { WebhookSender } from '../operations/webhooks/send-webhooks.ts';
import { sendCampaign } from '../people/newsletter/send-campaigns.ts';
import type { Database } from '../platform/database/database.ts';
import { createVacuum } from '../platform/database/embedded/vacuum-embedded.ts';
import type { PeriodicTask } from '../platform/jobs/run-periodically.ts';
import { hourMs, minuteMs, secondMs } from '../platform/time.ts';
import { sendShipments } from '../sales/channel-orders/send-shipments.ts';
import { takeOrders } from '../sales/channel-orders/take-orders.ts';
import { hasChannels } from '../sales/channels/channel-accounts.ts';
import { sendListings } from '../sales/channels/send-listings.ts';
import { rollUpOrderStats } from '../sales/orders/order-stats.ts';
import { clearLimitKeys } from '../sales/orders/placement/clear-limit-keys.ts';
import { reconcilePayments } from '../sales/payments/reconcile.ts';
import { releaseExpiredReservations } from '../sales/payments/release-expired-reservations.ts';
import { moveDueReturns } from '../sales/returns/due-returns.ts';
import { voidUnusedLabels } from '../sales/returns/labels/void-labels.ts';
import { sweepReturnPhotos } from '../sales/returns/photos/remove-return-photos.ts';

/** Returns all periodic tasks of the shop. Each is safe in several processes at once. */
export function periodicTasks(deps: Deps, database: Database, webhooks: WebhookSender): PeriodicTask[] {
  const { db } = deps;
  const { outside } = deps.search;
  const { backupMinutes } = deps.environment;
  const task = (everyMs: number, run: () => Promise<unknown>, failureMessage: string, delayMs = 0) => ({
    everyMs,
    run,
    failureMessage,
    delayMs,
  });
  const onChannels = (run: (deps: Deps) => Promise<void>) => async () => {
    if (await hasChannels(db)) await run(deps);
  };
  return [
    task(2 * secondMs, () => rollUpVocabulary(db), 'could not roll up the search vocabulary'),
    task(24 * hourMs, () => indexOutdatedProducts(db, deps.search.index), 'could not index products'),
    ...(outside
      ? [task(secondMs, () => outside.pushChanges(deps.now()), 'could not push to the search engine')]
      : []),
    task(minuteMs, () => updateTermCounts(db), 'could not count the search terms', 5 * secondMs),
    task(2 * secondMs, () => applyDueSales(deps), 'could not start or end sales'),
    task(5 * secondMs, createTaxRateWatch(deps), 'could not look for tax rates that begin'),
    task(2 * secondMs, () => rollUpOrderStats(db), 'could not roll up order stats'),
    task(5 * secondMs, () => sendDueAlerts(deps), 'could not send alerts'),
    task(5 * secondMs, () => makeDueFeeds(deps), 'could not make product feeds'),
    task(5 * secondMs, () => sendCampaign(deps), 'could not send newsletter'),
    task(secondMs, () => webhooks.send(), 'could not send webhooks'),
    task(2 * secondMs, onChannels(sendListings), 'could not send listings to channels'),
    task(5 * secondMs, onChannels(takeOrders), 'could not take orders of channels'),
    task(5 * secondMs, onChannels(sendShipments), 'could not tell channels of shipments'),
    task(30 * secondMs, () => sendDeferredMails(deps), 'could not send deferred mails'),
    task(
      minuteMs,
      async () => {
        await releaseExpiredReservations(deps);
        await clearLimitKeys(deps);
      },
      'could not release expired reservations',
    ),
    task(minuteMs, () => moveDueReturns(deps), 'could not end returns that are due'),
    task(minuteMs, () => voidUnusedLabels(deps), 'could not void labels of returns that have ended'),
    task(minuteMs, () => sweepReturnPhotos(deps), 'could not delete photos of returns'),
    task(minuteMs, () => reconcilePayments(deps), 'could not reconcile payments'),
    task(minuteMs, () => refreshStats(deps, slowStats), 'could not refresh stats', minuteMs),
    task(
      5 * secondMs,
      hourly(deps, () => enforceRetention(deps)),
      'could not enforce retention',
    ),
    task(hourMs, () => runDueIntegrityChecks(deps), 'integrity check could not run', minuteMs),
    ...(database.kind === 'embedded'
      ? [
          task(
            minuteMs,
            createVacuum(database, { ...deps.environment, now: deps.now }),
            'could not vacuum the database',
            5 * minuteMs,
          ),
        ]
      : []),
    ...(backupMinutes === 0
      ? []
      : [
          task(
            backupMinutes * minuteMs,
            createTimedBackup(deps, database),
            'timed backup failed',
            backupMinutes * minuteMs,
          ),
        ]),
  ];
}

/** Runs `work` once an hour by the shop's clock, which unlike a timer also advances while the machine sleeps. */
function hourly({ now }: Pick<Deps, 'now'>, work: () => Promise<void>): () => Promise<void> {
  let dueAt = 0;
  return async () => {
    if (now().getTime() < dueAt) return;
    dueAt = now().getTime() + hourMs;
    await work();
  };
}
