import type { Tx } from '../../platform/database/database.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';

const tag = 'maintenance';

export const maintenanceTag = { strict: new Set([tag]) };

export function invalidateMaintenance(tx: Tx): void {
  invalidateTags(tx, [tag]);
}
