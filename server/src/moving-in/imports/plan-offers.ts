import { createHash } from 'node:crypto';
import { optionAxes } from '@reprise/contract/catalog/products/option-line';
import { defaultWarranty, productDefaults } from '@reprise/contract/catalog/products/product';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { findOffersInFamilies, readFamilyNames } from '../../catalog/products/families/assign-families.ts';
import { optionsOf } from '../../catalog/products/families/plan-families.ts';
import type { ProductEdit } from '../../catalog/products/update-product.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Fault, RowFields } from './csv-columns.ts';
import { modelKeyOf } from './families/plan-families.ts';
import type { RowPlan } from './plan-row.ts';

type Planned = { fields: RowFields; product: AdminProduct | undefined; plan: RowPlan };

/** Row with the key that it shares with offers that buyers cannot tell from it; '' without a configuration. */
export type PlannedOffer = { plan: RowPlan; offerKey: string; doubts: Fault[] };

/** Rejects new offers that buyers could not tell from one of the shop, and names those that are in the shop. */
export async function planOffers(db: Queryable, rows: Planned[]): Promise<PlannedOffer[]> {
  const keys = rows.map(({ plan, product }) => (plan.outcome === 'refused' ? '' : modelKeyOf(plan, product)));
  const current = await readFamilyNames(db, keys.filter(Boolean));
  const offers = rows.map((row, index) => {
    const modelKey = keys[index] ?? '';
    return modelKey === '' ? undefined : offerOf(row, modelKey, current.get(modelKey));
  });
  const stored = await findOffersInFamilies(
    db,
    offers.flatMap((offer) => offer?.family ?? []),
  );
  const skuByKey = Map.groupBy(stored, (offer) => keyOf(offer));
  return rows.map(({ plan, product }, index) => {
    const offer = offers[index];
    if (!offer || plan.outcome === 'refused') return { plan, offerKey: '', doubts: [] };
    const offerKey = keyOf(offer);
    const alike = skuByKey.get(offerKey)?.find(({ sku }) => sku !== product?.sku);
    if (!alike) return { plan, offerKey, doubts: [] };
    const fault = alikeFault(`${alike.sku} in the shop`);
    if (product) return { plan, offerKey, doubts: [fault] };
    return { plan: { outcome: 'refused', faults: [fault] }, offerKey: '', doubts: [] };
  });
}

/** Message for an offer with the configuration and the condition of another one. */
export const alikeFault = (other: string): Fault => ({
  field: 'row',
  message: `Buyers could not tell this from ${other}: same configuration, same condition. Name an option in which they differ`,
});

type Offer = {
  brand: string;
  family: string;
  options: ConfigurationOptions;
  condition: string;
  origin: string;
  batteryHealth: number | null;
  warrantyDuration: string;
};

type Family = { brand: string; name: string; options: ConfigurationOptions };

/** Returns the offer after the row as product pages tell it from others. */
function offerOf({ fields, product, plan }: Planned, modelKey: string, current: Family | undefined): Offer {
  const written: ProductEdit | undefined = ('input' in plan && plan.input) || undefined;
  const {
    name = '',
    brand = '',
    specifications = {},
    condition = productDefaults.condition,
    origin = productDefaults.origin,
    batteryHealth = null,
  } = { ...product, ...written };
  const assigned = 'family' in plan ? plan.family : undefined;
  const named = typeof fields.family === 'string' ? fields.family : '';
  const read = current?.options ?? optionsOf({ name, options: {}, specifications });
  return {
    brand: current?.brand ?? brand,
    // A configuration without a family is one of its own.
    family: assigned?.family ?? current?.name ?? (named || modelKey),
    options: { ...read, ...assigned?.options },
    condition,
    origin,
    batteryHealth,
    warrantyDuration:
      written?.warranty?.duration ?? product?.warranty.duration ?? (product ? '' : defaultWarranty.duration),
  };
}

function keyOf({
  brand,
  family,
  options,
  condition,
  origin,
  batteryHealth,
  warrantyDuration,
}: Offer): string {
  const values = optionAxes.map((axis) => options[axis] ?? '');
  const texts = [brand, family, ...values, condition, origin, String(batteryHealth ?? ''), warrantyDuration];
  const key = JSON.stringify(texts.map((text) => text.toLowerCase()));
  return createHash('sha256').update(key).digest('hex').slice(0, 32);
}
