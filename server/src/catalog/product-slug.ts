import { randomInt } from 'node:crypto';
import type { Condition } from '@reprise/contract/catalog/conditions';
import { slugify } from '@reprise/contract/catalog/slug';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { products, slugRedirects } from './catalog.tables.ts';

const maxSlugLength = 150;

/** The readable part of a product's address before it is made unique. */
export function slugBase(name: string): string {
  return slugify(name).slice(0, maxSlugLength).replace(/-$/, '') || 'product';
}

/** In the order of preference; the last is as good as certain to be free. */
function candidatesFor(base: string, condition: Condition): string[] {
  const numbered = Array.from({ length: 18 }, (_, index) => `${base}-${index + 2}`);
  return [base, `${base}-${condition}`, ...numbered, `${base}-${randomInt(1_000_000, 1_000_000_000)}`];
}

type Slugged = { id: string; condition: Condition; base: string };

/**
 * For each a slug that no other product has or had; one that it had itself may be taken up again. Somebody
 * else may take it before the transaction ends: the unique index decides.
 */
export async function findFreeSlugs(tx: Tx, slugged: Slugged[]): Promise<string[]> {
  const wanted = slugged.map(({ base, condition }) => candidatesFor(base, condition));
  const candidates = sql`${sql.param([...new Set(wanted.flat())])}::text[]`;
  const live = await tx
    .select({ slug: products.slug, owner: products.id })
    .from(products)
    .where(sql`${products.slug} = any(${candidates})`);
  const retired = await tx
    .select({ slug: slugRedirects.slug, owner: slugRedirects.productId })
    .from(slugRedirects)
    .where(sql`${slugRedirects.slug} = any(${candidates})`);
  const owners = Map.groupBy([...live, ...retired], ({ slug }) => slug);
  const given = new Set<string>();
  return slugged.map(({ id, base }, at) => {
    const isFree = (slug: string) =>
      !given.has(slug) && (owners.get(slug) ?? []).every(({ owner }) => owner === id);
    const free = wanted[at]?.find(isFree);
    if (free === undefined) throw new Error(`No free slug was found for ${base}.`);
    given.add(free);
    return free;
  });
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
  const [slug = base] = await findFreeSlugs(tx, [{ ...product, base }]);
  await tx.delete(slugRedirects).where(eq(slugRedirects.slug, slug));
  if (slug !== product.slug) {
    await tx.insert(slugRedirects).values({ slug: product.slug, productId: product.id, createdAt: now });
  }
  return slug;
}
