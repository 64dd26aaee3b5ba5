import type { Maintenance } from '@reprise/contract/operations/maintenance';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { maintenancePeriod } from './maintenance.tables.ts';
import { invalidateMaintenance } from './maintenance.tags.ts';
import { readMaintenance } from './maintenance-state.ts';

type Change = { on: boolean; message: string; until?: string | null | undefined };

/** Closes the shop, changes the sentence for customers, or opens it; `actorId` is null for the command. */
export async function setMaintenance(
  deps: Pick<Deps, 'db' | 'now'>,
  { on, message, until }: Change,
  actorId: string | null,
): Promise<Maintenance> {
  return inTransaction(deps.db, async (tx) => {
    const before = await readMaintenance(tx);
    if (on) {
      const period = { since: deps.now(), message, until: until ? new Date(until) : null };
      await tx
        .insert(maintenancePeriod)
        .values(period)
        // Closing a closed shop changes the sentence, not the start.
        .onConflictDoUpdate({
          target: maintenancePeriod.id,
          set: { message: period.message, until: period.until },
        });
    } else {
      await tx.delete(maintenancePeriod);
    }
    const after = await readMaintenance(tx);
    invalidateMaintenance(tx);
    await recordAudit(tx, {
      actorId,
      action: on ? 'close shop' : 'open shop',
      subject: 'maintenance',
      before,
      after,
    });
    return after;
  });
}
