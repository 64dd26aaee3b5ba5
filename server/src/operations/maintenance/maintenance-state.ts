import type { Maintenance } from '@reprise/contract/operations/maintenance';
import type { Queryable } from '../../platform/database/database.ts';
import { noDependencies } from '../../platform/response-cache/cache-dependencies.ts';
import type { ResponseCache } from '../../platform/response-cache/response-cache.ts';
import { maintenancePeriod } from './maintenance.tables.ts';
import { maintenanceTag } from './maintenance.tags.ts';

export async function readMaintenance(db: Queryable): Promise<Maintenance> {
  const [period] = await db.select().from(maintenancePeriod);
  return {
    since: period?.since.toISOString() ?? null,
    message: period?.message ?? '',
    until: period?.until?.toISOString() ?? null,
  };
}

/** Tells if the shop is closed. It is in the response cache, so that the other processes learn of a change within a second. */
export type MaintenanceState = {
  /** True if the shop is known to be open without asking the database. */
  isKnownOpen: () => boolean;
  /** Returns the period; null while the shop is open. */
  read: () => Promise<Maintenance | null>;
};

const key = 'maintenance';
const open = Buffer.from('null');

export function createMaintenanceState(db: Queryable, cache: ResponseCache | undefined): MaintenanceState {
  const read = async () => {
    const state = await readMaintenance(db);
    return state.since === null ? null : state;
  };
  if (!cache) return { isKnownOpen: () => false, read };
  const compute = async () => {
    const dependencies = { ...noDependencies(), ...maintenanceTag };
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(await read())), dependencies };
  };
  return {
    // Uncounted: each request looks at it before its own response.
    isKnownOpen: () => cache.find(key, false)?.body.equals(open) === true,
    read: async () => JSON.parse((await cache.getOrCompute(key, compute)).body.toString()),
  };
}
