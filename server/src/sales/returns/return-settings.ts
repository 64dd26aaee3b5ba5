import { Problem } from '@reprise/contract/problem';
import {
  defaultReturnDays,
  type ReturnSettings,
  type ReturnSettingsInput,
  type returnSettingsEndpoints,
} from '@reprise/contract/sales/returns/return-settings';
import type { Deps } from '../../deps.ts';
import { auditedFields, recordAudit } from '../../foundations/audit/record-audit.ts';
import { readPublicSettings } from '../../foundations/settings/settings.queries.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { returnSettings } from './returns.tables.ts';

const unchanged: ReturnSettings = {
  ...defaultReturnDays,
  address: null,
  instructions: '',
  withdrawal: true,
  version: 0,
};

export async function readReturnSettings(db: Queryable): Promise<ReturnSettings> {
  const [row] = await db.select().from(returnSettings);
  return row ?? unchanged;
}

/** Returns the lines of the address that returns are sent to: the store's own unless another is set. */
export async function readReturnAddress(db: Queryable, { address }: ReturnSettings): Promise<string[]> {
  const { storeName, storeAddress } = await readPublicSettings(db);
  if (address === null) return storeAddress === '' ? [] : [storeName, ...storeAddress.split('\n')];
  const { name, street, street2, city, state, zipCode, country, phone } = address;
  const place = [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, street, street2, place, country, phone].filter(Boolean);
}

export function returnSettingsHandlers({ db }: Pick<Deps, 'db'>): Handlers<typeof returnSettingsEndpoints> {
  return {
    getReturnSettings: async () => ({ settings: await readReturnSettings(db) }),
    updateReturnSettings: async ({ body }, context) => ({
      settings: await updateReturnSettings(db, body, requireCaller(context).userId),
    }),
  };
}

const auditedSettings = [
  'sendDays',
  'graceDays',
  'answerDays',
  'address',
  'instructions',
  'withdrawal',
] as const;

/** Stores the settings; throws EDIT_CONFLICT if they were saved after the version that the form began with. */
function updateReturnSettings(
  db: Deps['db'],
  { version, ...input }: ReturnSettingsInput,
  actorId: string,
): Promise<ReturnSettings> {
  return inTransaction(db, async (tx) => {
    // The first save inserts the row, so that of two saves at once the second waits for it.
    await tx.insert(returnSettings).values(unchanged).onConflictDoNothing();
    const [before = unchanged] = await tx.select().from(returnSettings).for('update');
    if (before.version !== version) {
      throw new Problem(
        'EDIT_CONFLICT',
        'Someone else has changed these settings since you opened them. Reload to see the changes.',
      );
    }
    const [after] = await tx
      .update(returnSettings)
      .set({ ...input, version: version + 1 })
      .returning();
    if (!after) throw new Error('The settings of returns were not stored.');
    await recordAudit(tx, {
      actorId,
      action: 'change return settings',
      subject: 'returns',
      before: auditedFields(before, auditedSettings),
      after: auditedFields(after, auditedSettings),
    });
    return after;
  });
}
