import { carrierOfModel, isSameCarrier } from '@reprise/contract/workshop/units/carrier';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { CarrierGates, PlannedOptions } from '../../../catalog/products/families/carrier-gates.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { MoveDeps } from '../move-units.ts';
import { units } from '../units.tables.ts';
import { isForSale, pullFromSale } from './pull-from-sale.ts';

/** Returns the ids of devices past the gate that are locked to another carrier than their model will be, by model. */
async function findOfOtherCarrier(db: Queryable, planned: readonly PlannedOptions[]) {
  const optionsOf = new Map(planned.map(({ modelKey, options }) => [modelKey, options]));
  const rows = await db
    .select({
      id: units.id,
      carrier: units.carrier,
      modelKey: units.modelKey,
      name: deviceModels.name,
      options: deviceModels.options,
    })
    .from(units)
    .innerJoin(deviceModels, eq(deviceModels.key, units.modelKey))
    .where(and(inArray(units.modelKey, [...optionsOf.keys()]), isForSale, isNotNull(units.carrier)))
    .orderBy(asc(units.id));
  const mismatches = rows.flatMap(({ id, carrier, modelKey, name, options }) => {
    const before = carrierOfModel({ name, carrier: options.carrier });
    const after = carrierOfModel({ name, carrier: optionsOf.get(modelKey)?.carrier });
    const isOther = !isSameCarrier(before, after) && !isSameCarrier(carrier ?? '', after);
    return isOther ? [{ id, modelKey, before, after }] : [];
  });
  return Map.groupBy(mismatches, ({ modelKey }) => modelKey);
}

/** Gates of devices, for changes of the options of configurations. */
export const carrierGates = (deps: MoveDeps): CarrierGates => ({
  countSentBack: async (db, planned) => [...(await findOfOtherCarrier(db, planned)).values()].flat().length,
  sendBack: async (tx, planned, { actorId, now }) => {
    for (const [modelKey, devices] of await findOfOtherCarrier(tx, planned)) {
      const [{ before = '', after = '' } = {}] = devices;
      const reason = after === '' ? 'Its model is unlocked now' : `Its model is locked to ${after} now`;
      const ids = devices.map(({ id }) => id);
      await pullFromSale(tx, deps, { ids, to: 'bench', reason }, { actorId, now });
      await recordAudit(tx, {
        actorId,
        action: 'change carrier of devices',
        subject: `model ${modelKey}`,
        before: { carrier: before },
        after: { carrier: after, sentBack: devices.length },
      });
    }
  },
});
