import { findSlugOwners } from '../../catalog/products/former-addresses/former-slugs.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { RowFields } from './csv-columns.ts';
import type { RowPlan } from './plan-row.ts';

type Planned = { fields: RowFields; plan: RowPlan };

/** As long as other shops let it be. */
const maxSlug = 255;
/** A slug is one part of a path; shops write letters of all languages. */
const slugPattern = /^[\p{L}\p{N}._~-]+$/u;

/** Returns the plans with the addresses of another shop that shall lead to their products. */
export async function planFormerSlugs(db: Queryable, rows: Planned[]): Promise<RowPlan[]> {
  const slugs = rows.map(({ fields, plan }) => (plan.outcome === 'refused' ? '' : slugOf(fields)));
  const owners = await findSlugOwners(db, slugs.filter(Boolean));
  return rows.map(({ plan }, index) => {
    const slug = slugs[index] ?? '';
    if (slug === '' || plan.outcome === 'refused') return plan;
    if (slug.length > maxSlug) return refused(`An address can have up to ${maxSlug} characters`);
    if (!slugPattern.test(slug)) return refused(notOnePart(slug));
    // An address that leads to a product stays: customers and search engines know it.
    if (owners.has(slug)) return plan;
    const change = { field: 'formerSlug', before: '', after: slug };
    if (plan.outcome === 'same')
      return { outcome: 'change', input: null, formerSlug: slug, changes: [change] };
    return { ...plan, formerSlug: slug, changes: [...plan.changes, change] };
  });
}

const slugOf = ({ formerSlug }: RowFields) => (typeof formerSlug === 'string' ? formerSlug : '');

const notOnePart = (slug: string) =>
  `“${slug}” is not the last part of an address, such as iphone-13 in /products/iphone-13`;

const refused = (message: string): RowPlan => ({
  outcome: 'refused',
  faults: [{ field: 'formerSlug', message }],
});
