import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import { and, eq, ne } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { invalidateTags } from '../../../platform/response-cache/invalidate-tags.ts';
import { modelTags } from '../products.tags.ts';
import { deviceModels } from './families.tables.ts';

/** Sets the kind of a configuration, for all its devices; returns it if it is another one. */
export async function setConfigurationKind(
  tx: Tx,
  key: string,
  kind: DeviceKind,
): Promise<DeviceKind | undefined> {
  const changed = await tx
    .update(deviceModels)
    .set({ kind })
    .where(and(eq(deviceModels.key, key), ne(deviceModels.kind, kind)))
    .returning({ key: deviceModels.key });
  if (changed.length === 0) return undefined;
  // Its product pages show the words of the kind's grades.
  invalidateTags(tx, modelTags([key]));
  return kind;
}
