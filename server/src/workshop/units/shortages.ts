import type { Deps } from '../../deps.ts';
import type { Actor } from '../../foundations/audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';

/** A device on sale that leaves although orders wait for all devices of its product. */
export type LeavingDevice = { id: string; number: string; productId: string; reason: string };

/**
 * Lets orders stop waiting for a device that is not there. Implemented by the orders slice, which imports this one.
 */
export type Shortages = {
  /** Locks the orders placed last that wait for this many devices of each product; call it before a product is locked. */
  lockWaiting: (tx: Tx, counts: ReadonlyMap<string, number>) => Promise<ReadonlySet<string>>;
  /**
   * Marks a unit of the order placed last as short and returns its number. The product is locked. Throws EDIT_CONFLICT
   * if that order is not among the locked ones.
   */
  markShort: (
    tx: Tx,
    device: LeavingDevice,
    locked: ReadonlySet<string>,
    by: Actor & Pick<Deps, 'jobs'>,
  ) => Promise<string>;
  /** Lets short orders wait for devices again, those placed first in front, as far as devices are free. */
  fillShort: (deps: Pick<Deps, 'db' | 'now' | 'alerts'>, productId: string, actorId: string) => Promise<void>;
};
