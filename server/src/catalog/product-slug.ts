import { randomInt } from 'node:crypto';
import type { Condition } from '@reprise/contract/conditions';
import { slugify } from '@reprise/contract/slug';
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { products, retiredSlugs } from './catalog.tables.ts';

const longestSlug = 150;

/** The readable part of a product's address before it is made unique. */
export function slugBase(name: string): string {
  return slugify(name).slice(0, longestSlug).replace(/-$/, '') || 'product';
}

/** In the order of preference; the last is as good as certain to be free. */
function candidatesFor(base: string, condition: Condition): string[] {
  const numbered = Array.from({ length: 18 }, (_, index) => `${base}-${index + 2}`);
  return [base, `${base}-${condition}`, ...numbered, `${base}-${randomInt(1_000_000, 1_000_000_000)}`];
}

/**
 * A slug that no product has or had; one that this product had itself may be taken up again. Somebody
 * else may take it before the transaction ends: the unique index decides.
 */
export async function findFreeSlug(
  tx: Tx,
  product: { id: string; condition: Condition },
  base: string,
): Promise<string> {
  const candidates = candidatesFor(base, product.condition);
  const live = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(and(inArray(products.slug, candidates), ne(products.id, product.id)));
  const retired = await tx
    .select({ slug: retiredSlugs.slug })
    .from(retiredSlugs)
    .where(and(inArray(retiredSlugs.slug, candidates), ne(retiredSlugs.productId, product.id)));
  const taken = new Set([...live, ...retired].map((row) => row.slug));
  const free = candidates.find((slug) => !taken.has(slug));
  if (free === undefined) throw new Error(`No free slug was found for ${base}.`);
  return free;
}

/** The slug after a rename; the old one is kept as a redirect. */
export async function renameSlug(
  tx: Tx,
  product: { id: string; slug: string; name: string; condition: Condition },
  newName: string,
  now: Date,
): Promise<string> {
  const base = slugBase(newName);
  if (slugBase(product.name) === base) return product.slug;
  const slug = await findFreeSlug(tx, product, base);
  await tx.delete(retiredSlugs).where(eq(retiredSlugs.slug, slug));
  if (slug !== product.slug) {
    await tx.insert(retiredSlugs).values({ slug: product.slug, productId: product.id, createdAt: now });
  }
  return slug;
}
