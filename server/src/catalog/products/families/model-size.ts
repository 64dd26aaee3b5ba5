import { Problem } from '@reprise/contract/problem';
import type { ModelSize, modelSizeEndpoints } from '@reprise/contract/sales/orders/shipping/parcel';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { deviceModels } from './families.tables.ts';

/** Columns of the weight and size of a configuration. */
export const sizeColumns = {
  grams: deviceModels.grams,
  lengthMm: deviceModels.lengthMm,
  widthMm: deviceModels.widthMm,
  heightMm: deviceModels.heightMm,
};

export function modelSizeHandlers({ db }: Pick<Deps, 'db'>): Handlers<typeof modelSizeEndpoints> {
  return {
    getModelSize: async ({ params }) => ({ size: sizeOf(await selectSize(db, params.key)) }),
    updateModelSize: async ({ params, body }, context) => ({
      size: await updateSize(db, params.key, body, requireCaller(context).userId),
    }),
  };
}

const selectSize = (db: Queryable, key: string) =>
  db.select(sizeColumns).from(deviceModels).where(eq(deviceModels.key, key)).$dynamic();

function sizeOf([size]: ModelSize[]): ModelSize {
  if (!size) throw new Problem('NOT_FOUND', 'This configuration no longer exists.');
  return size;
}

function updateSize(db: Deps['db'], key: string, after: ModelSize, actorId: string): Promise<ModelSize> {
  return inTransaction(db, async (tx) => {
    const before = sizeOf(await selectSize(tx, key).for('no key update'));
    await tx.update(deviceModels).set(after).where(eq(deviceModels.key, key));
    await recordAudit(tx, { actorId, action: 'edit size', subject: `model ${key}`, before, after });
    return after;
  });
}
