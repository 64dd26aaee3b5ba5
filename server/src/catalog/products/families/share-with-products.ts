import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { products } from '../products.tables.ts';
import { deviceModels, productFamilies } from './families.tables.ts';
import type { FamilyRow } from './family-admin.queries.ts';

/** Images and specifications that a product shares with its family. */
export type Shared = Pick<FamilyRow, 'images' | 'imageAlts' | 'specifications'>;

const maxImages = 20;

/**
 * Returns the fields of a product after its family changed: its own images, then those of the family; rows of the family
 * in place of its own rows of the same name. Images and rows that the family gave up leave the product.
 */
function applyShared(product: Shared, before: Shared, after: Shared): Shared {
  const shared = new Set([...before.images, ...after.images]);
  const own = product.images.flatMap((url, index) =>
    shared.has(url) ? [] : [{ url, alt: product.imageAlts[index] ?? '' }],
  );
  const added = after.images.map((url, index) => ({ url, alt: after.imageAlts[index] ?? '' }));
  const images = [...own, ...added].slice(0, maxImages);
  const rows = Object.entries(product.specifications).filter(
    ([label, value]) => label in after.specifications || before.specifications[label] !== value,
  );
  return {
    images: images.map(({ url }) => url),
    imageAlts: images.map(({ alt }) => alt),
    specifications: { ...Object.fromEntries(rows), ...after.specifications },
  };
}

const nothing: Shared = { images: [], imageAlts: [], specifications: {} };

/** Returns the fields of a new product with those of its family. */
export function withShared<T extends Shared>(product: T, family: Shared | undefined): T {
  return family ? { ...product, ...applyShared(product, nothing, family) } : product;
}

/** Returns what the families of configurations share, by model key; families that share nothing are left out. */
export async function readShared(tx: Tx, modelKeys: string[]): Promise<Map<string, Shared>> {
  if (modelKeys.length === 0) return new Map();
  const { images, imageAlts, specifications } = productFamilies;
  const rows = await tx
    .select({ key: deviceModels.key, images, imageAlts, specifications })
    .from(deviceModels)
    .innerJoin(productFamilies, eq(productFamilies.id, deviceModels.familyId))
    .where(
      and(
        inArray(deviceModels.key, modelKeys),
        or(sql`${images} <> '[]'`, sql`${specifications}::text <> '{}'`),
      ),
    );
  return new Map(rows.map(({ key, ...shared }) => [key, shared]));
}

/** Writes images and specifications of a family to its locked products; returns the number of changed ones. */
export async function shareWithProducts(
  tx: Tx,
  before: FamilyRow,
  after: Shared,
  { now, search }: { now: Date } & Pick<Deps, 'search'>,
): Promise<number> {
  if (isDeepStrictEqual(sharedOf(before), sharedOf(after))) return 0;
  const rows = await tx
    .select({
      id: products.id,
      images: products.images,
      imageAlts: products.imageAlts,
      specifications: products.specifications,
    })
    .from(products)
    .where(eq(products.familyId, before.id))
    .orderBy(asc(products.id));
  const changed = rows.flatMap(({ id, ...fields }) => {
    const next = applyShared(fields, before, after);
    return isDeepStrictEqual(next, fields) ? [] : [{ id, ...next }];
  });
  if (changed.length === 0) return 0;
  await tx.execute(sql`
    update ${products} set images = next.images, image_alts = next."imageAlts", specifications = next.specifications,
      version = version + 1, updated_at = ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(changed)}::json)
      as next (id text, images jsonb, "imageAlts" jsonb, specifications json)
    where ${products.id} = next.id`);
  await search.index(
    tx,
    changed.map(({ id }) => id),
  );
  return changed.length;
}

const sharedOf = ({ images, imageAlts, specifications }: Shared) => [
  images,
  imageAlts,
  Object.entries(specifications),
];
