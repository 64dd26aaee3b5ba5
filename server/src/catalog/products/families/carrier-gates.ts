import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { Queryable, Tx } from '../../../platform/database/database.ts';

/** Configuration with the options that it will have. */
export type PlannedOptions = { modelKey: string; options: ConfigurationOptions };

/** Gates of the devices of configurations whose carrier changes. */
export type CarrierGates = {
  countSentBack: (db: Queryable, planned: readonly PlannedOptions[]) => Promise<number>;
  /**
   * Sends devices to the bench that are locked to another carrier than their configuration will be. Locks orders,
   * products and units, so it comes before `lockFamilies`.
   */
  sendBack: (tx: Tx, planned: readonly PlannedOptions[], by: { actorId: string; now: Date }) => Promise<void>;
};
