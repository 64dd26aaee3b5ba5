import { Problem } from '@reprise/contract/problem';
import type { Settings, SettingsInput } from '@reprise/contract/settings';
import { recordAudit } from '../audit/record-audit.ts';
import type { Deps } from '../deps.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { assertRecentAuthentication } from '../platform/recent-authentication.ts';
import { toSettings } from './settings.queries.ts';
import { storeSettings } from './settings.tables.ts';
import { bumpSettings } from './settings.tags.ts';

type SettingsForm = SettingsInput & { version?: number | undefined };

/** Ends staff sessions without a second factor; handed in, because identity knows the settings. */
export type EndSessionsWithoutFactor = (tx: Tx, actorId: string | null) => Promise<void>;

/** Settings that weaken what protects the back office, say who reads customers' messages, or delete data for good; changing one needs a recent proof of identity. */
const guarded = new Set<string>([
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
] satisfies (keyof Settings)[]);

/** `actor` is null for the shop itself. Fields that are left out keep their value; a form opened before somebody else saved is refused. */
export async function updateSettings(
  deps: Pick<Deps, 'db' | 'now'>,
  { version, ...input }: SettingsForm,
  actor: Pick<Caller, 'userId' | 'provedAt'> | null,
  endSessionsWithoutFactor?: EndSessionsWithoutFactor,
): Promise<Settings> {
  return inTransaction(deps.db, async (tx) => {
    const [row] = await tx.select().from(storeSettings).for('update');
    if (!row) throw new Error('The store has no settings yet.');
    const before = toSettings(row);
    if (version !== undefined && version !== before.version) throw editConflict(before.version);

    const changes = changesBetween(before, input);
    if (Object.keys(changes).length === 0) return before;
    if (actor && Object.keys(changes).some((key) => guarded.has(key)))
      assertRecentAuthentication(actor, deps.now());
    const columns = { ...toColumns(changes), version: before.version + 1, updatedAt: deps.now() };
    const [updated] = await tx.update(storeSettings).set(columns).returning();
    if (!updated) throw new Error('The settings could not be stored.');
    bumpSettings(tx);
    if (changes.twoFactorAuth) await endSessionsWithoutFactor?.(tx, actor?.userId ?? null);

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
    'Somebody else has changed the settings since you opened them. Reload to see the changes.',
    { details: { version } },
  );
}

/** Fields of the input that differ from the stored ones. */
function changesBetween(before: Settings, input: SettingsInput): SettingsInput {
  const changed = Object.entries(input).filter(
    ([key, value]) => value !== undefined && value !== before[key as keyof Settings],
  );
  return Object.fromEntries(changed);
}

function toColumns({
  freeShippingThreshold,
  standardShippingRate,
  expressShippingRate,
  refundLimit,
  ...plain
}: SettingsInput) {
  return {
    ...plain,
    freeShippingThresholdCents: freeShippingThreshold,
    standardShippingRateCents: standardShippingRate,
    expressShippingRateCents: expressShippingRate,
    refundLimitCents: refundLimit,
  };
}
