import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';

/**
 * Devices of products that are tracked by device follow what is done to the product. Implemented by the units slice,
 * which imports this one.
 */
export type DeviceCounts = {
  /** Puts devices without a number on sale, or takes devices off sale, as a count set by hand asks. The product is locked. */
  countByHand: (tx: Tx, productId: string, change: number, by: Actor & { note: string }) => Promise<void>;
  /** Takes the devices of a product that is about to be deleted off sale. The product is locked. */
  releaseProduct: (tx: Tx, productId: string, by: Actor) => Promise<void>;
  /**
   * Gives the devices of a product that are on sale or packed the condition that the product was set to by hand. The
   * product is locked.
   */
  takeCondition: (tx: Tx, productId: string, condition: Condition, by: Actor) => Promise<void>;
  /** Returns the barcode and the part number of a configuration that no other one has. */
  findOwnCodes: (db: Queryable, modelKey: string) => Promise<{ gtin: string | null; mpn: string | null }>;
};
