import type { Settings } from '@reprise/contract/foundations/settings';
import { defaultCurrency } from '@reprise/contract/money';
import { type Setup, type SetupStep, setupSteps } from '@reprise/contract/operations/setup';
import { isNull, sql } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import type { Deps } from '../../deps.ts';
import { mailServers } from '../../foundations/notifications/mail-server/mail-server.tables.ts';
import { findDemoLoad } from '../../foundations/settings/demo-load.ts';
import { readOpenedAt } from '../../foundations/settings/opening.ts';
import { withProcessor } from '../../foundations/settings/payment-keys.ts';
import { defaultSettings, readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isMailInEnvironment } from '../../platform/environment.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { skippedSetupSteps } from './setup.tables.ts';

/** Returns the steps with their states, which follow from settings, environment, products and orders. */
export async function readSetup(deps: Pick<Deps, 'db' | 'now' | 'environment'>): Promise<Setup> {
  const { db, environment } = deps;
  const settings = await withProcessor(deps, await readSettings(db));
  const skipped = new Set((await db.select().from(skippedSetupSteps)).map(({ step }) => step));
  const done: Record<SetupStep, boolean> = {
    ...stepsOfSettings(settings),
    payment: settings.paymentProcessor === 'stripe' || settings.paymentProcessor === 'adapter',
    mail: isMailInEnvironment(environment) || (await isAny(db, sql`select from ${mailServers}`)),
    product: await isAny(db, sql`select from ${products} where ${isNull(products.archivedAt)}`),
    order: await isAny(db, sql`select from ${orders}`),
    currency:
      settings.currency !== defaultCurrency.code ||
      (await isAny(db, sql`select from ${products} union all select from ${orders}`)),
    open: (await readOpenedAt(db)) !== null,
  };
  return {
    steps: setupSteps.map((id) => ({ id, isDone: done[id], isSkipped: skipped.has(id) && !done[id] })),
    isDemo: (await findDemoLoad(db)) !== undefined,
  };
}

/** A step of the settings is done once its values are no longer those of a new shop. */
function stepsOfSettings(settings: Settings) {
  const differs = (...keys: (keyof typeof defaultSettings)[]) =>
    keys.some((key) => settings[key] !== defaultSettings[key]);
  return {
    store: differs('storeName') && differs('storeAddress') && differs('storePhone') && differs('storeEmail'),
    hours: differs('supportHours', 'timeZone'),
    tax: differs('taxBasisPoints'),
    shipping:
      settings.missingAmounts.length === 0 &&
      differs('freeShippingThreshold', 'standardShippingRate', 'expressShippingRate'),
  };
}

async function isAny(db: Queryable, rows: ReturnType<typeof sql>): Promise<boolean> {
  const { rows: matches } = await db.execute(sql`select 1 where exists (${rows})`);
  return matches.length > 0;
}
