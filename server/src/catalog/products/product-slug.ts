import { randomInt } from 'node:crypto';
import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { products, slugRedirects } from './products.tables.ts';
import { slugify } from './slugify.ts';

const maxSlugLength = 150;

/** Returns the slug of a name before it is made unique. */
export function slugBase(name: string): string {
  return slugify(name).slice(0, maxSlugLength).replace(/-$/, '') || 'product';
}

/** Returns candidates in order of preference; the last is random and almost certainly free. */
function candidatesFor(base: string, condition: Condition): string[] {
  const numbered = Array.from({ length: 18 }, (_, index) => `${base}-${index + 2}`);
  return [base, `${base}-${condition}`, ...numbered, `${base}-${randomInt(1_000_000, 1_000_000_000)}`];
}

type SlugRequest = { id: string; condition: Condition; base: string };

/**
 * Returns for each product a slug that no other product has or had. A concurrent transaction may still take it; the
 * unique index decides.
 */
export async function findFreeSlugs(tx: Tx, requests: SlugRequest[]): Promise<string[]> {
  const candidates = requests.map(({ base, condition }) => candidatesFor(base, condition));
  const slugs = sql`${sql.param([...new Set(candidates.flat())])}::text[]`;
  const live = await tx
    .select({ slug: products.slug, owner: products.id })
    .from(products)
    .where(sql`${products.slug} = any(${slugs})`);
  const redirects = await tx
    .select({ slug: slugRedirects.slug, owner: slugRedirects.productId })
    .from(slugRedirects)
    .where(sql`${slugRedirects.slug} = any(${slugs})`);
  const owners = Map.groupBy([...live, ...redirects], ({ slug }) => slug);
  const assigned = new Set<string>();
  return requests.map(({ id, base }, index) => {
    const isFree = (slug: string) =>
      !assigned.has(slug) && (owners.get(slug) ?? []).every(({ owner }) => owner === id);
    const free = candidates[index]?.find(isFree);
    if (free === undefined) throw new Error(`Could not find a free slug for ${base}.`);
    assigned.add(free);
    return free;
  });
}

/** Returns the slug after a rename and stores the old one as a redirect. */
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
