import { expireGuestAlerts } from '../../catalog/alerts/expire-guest-alerts.ts';
import { expireProductPrices } from '../../catalog/products/sales/expire-product-prices.ts';
import { comparedDays } from '../../catalog/products/sales/lowest-price.ts';
import type { Deps } from '../../deps.ts';
import { expireAuditEntries } from '../../foundations/audit/expire-audit-entries.ts';
import { expireMails } from '../../foundations/notifications/expire-mails.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { expireNetworks } from '../../people/identity/sessions/expire-networks.ts';
import { expirePrivacyRequests } from '../../people/privacy/expire-requests.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { RetentionStep, RetentionSteps } from '../../platform/database/retention-step.ts';
import { expireRateLimits } from '../../platform/http/rate-limit/expire-rate-limits.ts';
import { expireIdempotencyKeys, keyLifetimeMs } from '../../platform/http/run-once.ts';
import { expireJobs } from '../../platform/jobs/erase-jobs.ts';
import { dayMs, hourMs } from '../../platform/time.ts';
import { expireConversations } from '../../sales/conversations/erase-conversations.ts';
import { expireDrafts } from '../../sales/orders/drafts/expire-drafts.ts';
import { expireOrderData } from '../../sales/orders/expire-order-data.ts';
import { expirePastOrders } from '../../sales/past-orders/erase-past-orders.ts';
import { expirePaymentNetworks } from '../../sales/payments/expire-networks.ts';
import { hasNoOpenReturn } from '../../sales/returns/assert-no-open-return.ts';
import { expireSearchStats } from '../../sales/search-analytics/expire-search-stats.ts';
import { expireWebhookEvents, webhookKeptDays } from '../webhooks/expire-webhook-events.ts';

type RetentionDeps = Pick<Deps, 'db' | 'log' | 'now' | 'secret'>;

const yearMs = 365.25 * dayMs;
const batchSize = 500;
/** Batches of one step in one run; a larger backlog is deleted in the following hours. */
const maxBatches = 40;

/** Deletes data older than its retention setting, in small transactions; safe to run in several processes. */
export async function enforceRetention(deps: RetentionDeps): Promise<void> {
  const settings = await readSettings(deps.db);
  const before = (ms: number) => new Date(deps.now().getTime() - ms).toISOString();
  const now = before(0);
  const networks = before(settings.networkKeptDays * dayMs);
  const guests = before(settings.guestKeptDays * dayMs);
  const invoices = before(settings.invoiceKeptYears * yearMs);
  const steps: RetentionSteps = {
    ...expireMails(before(settings.mailKeptDays * dayMs), now),
    ...expireConversations(before(settings.mailKeptDays * dayMs)),
    ...expireJobs(before(settings.jobKeptDays * dayMs)),
    ...expireNetworks(networks, now),
    ...expirePaymentNetworks(networks),
    ...expireRateLimits(before(hourMs)),
    ...expireIdempotencyKeys(before(keyLifetimeMs)),
    ...expireAuditEntries(networks),
    ...expireGuestAlerts(guests),
    ...expireOrderData(deps.secret, { networks, guests, invoices }, hasNoOpenReturn),
    ...expirePastOrders(guests),
    ...expireDrafts(guests),
    ...expireProductPrices(before((comparedDays + 1) * dayMs)),
    ...expirePrivacyRequests(now),
    ...expireSearchStats(deps.now()),
    ...expireWebhookEvents(before(webhookKeptDays * dayMs)),
  };
  for (const [name, step] of Object.entries(steps)) await runStep(deps, name, step);
}

async function runStep({ db, log }: RetentionDeps, name: string, step: RetentionStep): Promise<void> {
  let rows = 0;
  try {
    for (let run = 0; run < maxBatches; run++) {
      const changed = await inTransaction(db, (tx) => step(tx, batchSize));
      rows += changed;
      if (changed < batchSize) break;
    }
  } catch (error) {
    // A failing step must not block the others.
    log.error({ err: error, step: name }, 'could not enforce retention');
  }
  if (rows > 0) log.info({ step: name, rows }, 'retention enforced');
}
