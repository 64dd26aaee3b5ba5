import { inArray } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { products, slugRedirects } from '../products.tables.ts';
import { invalidateProduct } from '../products.tags.ts';

/** Returns the products that addresses with these slugs lead to, by slug. */
export async function findSlugOwners(db: Queryable, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const current = await db
    .select({ slug: products.slug, productId: products.id })
    .from(products)
    .where(inArray(products.slug, slugs));
  const former = await db
    .select({ slug: slugRedirects.slug, productId: slugRedirects.productId })
    .from(slugRedirects)
    .where(inArray(slugRedirects.slug, slugs));
  return new Map([...former, ...current].map(({ slug, productId }) => [slug, productId]));
}

/** Lets addresses of another shop lead to products; one that already leads to a product stays. */
export async function addFormerSlugs(
  tx: Tx,
  redirects: { slug: string; productId: string }[],
  now: Date,
): Promise<void> {
  const owners = await findSlugOwners(
    tx,
    redirects.map(({ slug }) => slug),
  );
  const free = redirects.filter(({ slug }) => !owners.has(slug));
  if (free.length === 0) return;
  await tx
    .insert(slugRedirects)
    .values(free.map((redirect) => ({ ...redirect, createdAt: now })))
    .onConflictDoNothing();
  for (const { productId } of free) invalidateProduct(tx, { id: productId, modelKey: null });
}
