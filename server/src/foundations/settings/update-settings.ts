import { isDeepStrictEqual } from 'node:util';
import { currencyOf } from '@reprise/contract/currencies';
import type { MoneySetting, Settings, SettingsInput } from '@reprise/contract/foundations/settings';
import { isReversed, reversedDays } from '@reprise/contract/foundations/shipping-zones';
import { Problem } from '@reprise/contract/problem';
import { toTenths } from '@reprise/contract/sales/orders/pricing';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { assertRecentAuthentication } from '../../platform/recent-authentication.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { assertPickup } from './assert-pickup.ts';
import { assertZones } from './assert-zones.ts';
import {
  amountsAfterChoice,
  assertCurrencyOpen,
  type FindCountedRows,
  stillMissing,
} from './choose-currency.ts';
import { toSettings, withoutPlaceholders } from './settings.queries.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';
import { readTimeZone } from './store-days.ts';
import { assertOwnVatNumber } from './tax/assert-own-vat-number.ts';
import { assertTaxRates } from './tax/assert-tax-rates.ts';

type SettingsForm = SettingsInput & { version?: number | undefined };

/** Effects in other slices, passed in because those slices import the settings. */
export type SettingsEffects = {
  /** Ends staff sessions without a second factor. */
  endSessionsWithoutFactor: (tx: Tx, actorId: string | null) => Promise<void>;
  /** Locks what depends on the time zone. */
  lockDailyStats: (tx: Tx) => Promise<void>;
  recomputeDailyStats: (tx: Tx) => Promise<void>;
  findCountedRows: FindCountedRows;
};

/**
 * Settings that protect the back office, route customers' messages or delete data permanently. A change requires recent
 * authentication.
 */
const sensitiveSettings = new Set<string>([
  'storeEmail',
  'twoFactorAuth',
  'sessionTimeout',
  'passwordPolicy',
  'refundLimit',
  'mailKeptDays',
  'jobKeptDays',
  'networkKeptDays',
  'guestKeptDays',
  'invoiceKeptYears',
  'apiOrigins',
] satisfies (keyof Settings)[]);

/** Changes the given settings; throws EDIT_CONFLICT for a form older than the last save. `actor` is null for the shop itself. */
export async function updateSettings(
  deps: Pick<Deps, 'db' | 'now'>,
  { version, ...input }: SettingsForm,
  actor: Pick<Caller, 'userId' | 'provedAt'> | null,
  effects?: SettingsEffects,
): Promise<Settings> {
  return inTransaction(deps.db, async (tx) => {
    if (input.timeZone !== undefined && input.timeZone !== (await readTimeZone(tx)))
      await effects?.lockDailyStats(tx);
    const [row] = await tx.select().from(storeSettings).for('update');
    if (!row) throw new Error('The store has no settings yet.');
    const shown = toSettings(row);
    // The counter as typed, without the lines that follow from it.
    const before = { ...shown, pickup: row.pickup };
    if (version !== undefined && version !== before.version) throw editConflict(before.version);

    const changes = changesBetween(before, input);
    const missingAmounts = stillMissing(before, input);
    if (Object.keys(changes).length === 0 && missingAmounts.length === before.missingAmounts.length)
      return shown;
    if (changes.currency !== undefined) await assertCurrencyOpen(tx, changes, effects?.findCountedRows);
    assertDaysInOrder(before, changes);
    assertZones(before, changes);
    assertPickup(before, changes);
    assertTaxRates(changes);
    assertOwnVatNumber({ ...before, ...changes });
    await assertPostalAddress(tx, before, changes);
    if (changes.timeZone !== undefined) await assertKnownTimeZone(tx, changes.timeZone);
    if (actor && Object.keys(changes).some((key) => sensitiveSettings.has(key)))
      assertRecentAuthentication(actor, deps.now());
    const amounts =
      changes.currency === undefined ? { missingAmounts } : amountsAfterChoice(changes.currency);
    const columns = {
      ...toColumns({ ...changes, ...amounts }),
      version: before.version + 1,
      updatedAt: deps.now(),
    };
    const [updated] = await tx.update(storeSettings).set(columns).returning();
    if (!updated) throw new Error('Could not update the settings.');
    invalidateSettings(tx);
    if (changes.twoFactorAuth) await effects?.endSessionsWithoutFactor(tx, actor?.userId ?? null);
    if (changes.timeZone !== undefined) await effects?.recomputeDailyStats(tx);

    await recordAudit(tx, {
      actorId: actor?.userId ?? null,
      action: 'change settings',
      subject: 'settings',
      before: Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof Settings]])),
      after: changes,
    });
    return toSettings(updated);
  });
}

function editConflict(version: number): Problem {
  return new Problem(
    'EDIT_CONFLICT',
    'Someone else has changed the settings since you opened them. Reload to see the changes.',
    { details: { version } },
  );
}

/** The database may know fewer names than the process. */
async function assertKnownTimeZone(tx: Tx, timeZone: string): Promise<void> {
  const { rows } = await tx.execute(sql`select from pg_timezone_names where name = ${timeZone}`);
  if (rows.length > 0) return;
  const message = 'The database does not know this time zone; choose a city in it';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'timeZone', message }] });
}

/** Marketing emails must show a postal address by law; the placeholder of a new shop is none. */
async function assertPostalAddress(tx: Tx, before: Settings, changes: SettingsInput): Promise<void> {
  if (changes.marketingEmails === undefined && changes.storeAddress === undefined) return;
  const next = { ...before, ...changes } as Settings;
  if (!next.marketingEmails) return;
  const { storeAddress } = await withoutPlaceholders(tx, next);
  if (storeAddress !== '') return;
  const message = 'Enter the postal address of your store. Marketing emails must show it.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'storeAddress', message }] });
}

/** A call that sends one end of the delivery is checked against the stored other end. */
function assertDaysInOrder(before: Settings, changes: SettingsInput): void {
  if (changes.standardDaysFrom === undefined && changes.standardDaysTo === undefined) return;
  const { standardDaysFrom, standardDaysTo } = { ...before, ...changes };
  if (!isReversed(standardDaysFrom, standardDaysTo)) return;
  const [field = ''] = reversedDays.path;
  throw new Problem('VALIDATION_ERROR', reversedDays.message, {
    errors: [{ field, message: reversedDays.message }],
  });
}

/** Returns the fields of the input that differ from the stored ones. */
function changesBetween(before: Settings, input: SettingsInput): SettingsInput {
  const changed = Object.entries(input).filter(
    ([key, value]) => value !== undefined && !isDeepStrictEqual(value, before[key as keyof Settings]),
  );
  return Object.fromEntries(changed);
}

function toColumns({
  currency,
  freeShippingThreshold,
  standardShippingRate,
  expressShippingRate,
  refundLimit,
  laborRate,
  taxBasisPoints,
  ...plain
}: SettingsInput & { missingAmounts?: MoneySetting[] }) {
  return {
    ...plain,
    ...(currency !== undefined && { currency, currencyDigits: currencyOf(currency).digits }),
    freeShippingThresholdCents: freeShippingThreshold,
    standardShippingRateCents: standardShippingRate,
    expressShippingRateCents: expressShippingRate,
    refundLimitCents: refundLimit,
    laborRateCents: laborRate,
    taxRateTenths: taxBasisPoints === undefined ? undefined : toTenths(taxBasisPoints),
  };
}
