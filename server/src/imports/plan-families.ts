import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import {
  type FamilyMatch,
  matchFamilies,
  needsModelKey,
} from '../catalog/products/families/assign-families.ts';
import type { RowFields } from '../moving-in/imports/csv-columns.ts';
import type { RowPlan } from '../moving-in/imports/plan-row.ts';
import type { Queryable } from '../platform/database/database.ts';

type Planned = { fields: RowFields; product: AdminProduct | undefined; plan: RowPlan };

/** Longest name of a family in characters, as in its form. */
const maxName = 200;

/** Returns the plans with the families that rows name for the configurations of their products. */
export async function planFamilies(db: Queryable, rows: Planned[]): Promise<RowPlan[]> {
  const named = rows.flatMap(({ fields, product, plan }, index) => {
    if (typeof fields.family !== 'string' || plan.outcome === 'refused') return [];
    const modelKey = modelKeyOf(plan, product);
    const brand = ('input' in plan && plan.input?.brand) || product?.brand || '';
    return [{ index, modelKey, brand, family: fields.family }];
  });
  const faulty = new Map(named.map((row) => [row.index, faultOf(row)]));
  const matched = named.filter(({ index }) => !faulty.get(index));
  const matches = await matchFamilies(db, matched);
  const byRow = new Map(matched.map((row, position) => [row.index, { row, match: matches[position] }]));
  return rows.map(({ plan }, index) => {
    const fault = faulty.get(index);
    if (fault) return refused(fault);
    const found = byRow.get(index);
    return found?.match ? withFamily(plan, found.row, found.match) : plan;
  });
}

/** Returns the model key of the product after the row; '' without one. */
function modelKeyOf(plan: RowPlan, product: AdminProduct | undefined): string {
  const written = 'input' in plan ? plan.input?.modelKey : undefined;
  return (written === undefined ? product?.modelKey : written) ?? '';
}

type Named = { modelKey: string; family: string };

function faultOf({ modelKey, family }: Named): string | undefined {
  if (family === '') return 'A configuration always has a family. Write the name of another one to move it';
  if (family.length > maxName) return `A name of a family has at most ${maxName} characters`;
  if (modelKey === '') return needsModelKey;
  return undefined;
}

function withFamily(plan: RowPlan, { modelKey, family }: Named, match: FamilyMatch): RowPlan {
  if (match.kind === 'same' || plan.outcome === 'refused') return plan;
  if (match.kind === 'ambiguous')
    return refused('Several families of this brand have this name. Rename one of them or merge them');
  if (match.kind === 'full')
    return refused(`This family has ${maxConfigurations} configurations, which is the most`);
  const after = match.kind === 'add' ? `${family} (new family)` : family;
  const change = { field: 'family', before: match.before, after };
  const assignment = { modelKey, family };
  if (plan.outcome === 'same') {
    return { outcome: 'change', input: null, family: assignment, changes: [change] };
  }
  return { ...plan, family: assignment, changes: [...plan.changes, change] };
}

const refused = (message: string): RowPlan => ({
  outcome: 'refused',
  faults: [{ field: 'family', message }],
});
