import { maxConfigurations } from '@reprise/contract/catalog/products/family-admin';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import {
  type FamilyAssignment,
  type FamilyMatch,
  hasOtherOptions,
  matchFamilies,
  needsModelKey,
} from '../../../catalog/products/families/assign-families.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { optionsCell, type RowFields } from '../csv-columns.ts';
import type { Change, RowPlan } from '../plan-row.ts';
import { type FamiliesOfFile, findBeyondFull } from './full-families.ts';

type Planned = { fields: RowFields; product: AdminProduct | undefined; plan: RowPlan };

/** Longest name of a family in characters, as in its form. */
const maxName = 200;

/** Returns the plans with the families that rows name for the configurations of their products. */
export async function planFamilies(
  db: Queryable,
  rows: Planned[],
  ofFile: FamiliesOfFile,
): Promise<RowPlan[]> {
  const named = rows.flatMap(({ fields, product, plan }, index) => {
    const options = fields.options as ConfigurationOptions | undefined;
    if (plan.outcome === 'refused') return [];
    if (typeof fields.family !== 'string' && options === undefined) return [];
    const modelKey = modelKeyOf(plan, product);
    const brand = ('input' in plan && plan.input?.brand) || product?.brand || '';
    const family = typeof fields.family === 'string' ? fields.family : '';
    return [{ index, modelKey, brand, family, ...(options && { options }) }];
  });
  const faulty = new Map(named.map((row) => [row.index, faultOf(row)]));
  const matched = named.filter(({ index }) => !faulty.get(index));
  const matches = await matchFamilies(db, matched);
  const joining = matched.flatMap((row, position) => {
    const match = matches[position];
    return match?.kind === 'add' || match?.kind === 'move'
      ? [{ ...row, memberCount: match.memberCount, brand: match.brand }]
      : [];
  });
  const beyond = await findBeyondFull(db, ofFile, joining);
  const isBeyond = new Set(joining.filter((_, position) => beyond[position]).map(({ index }) => index));
  const byRow = new Map(matched.map((row, position) => [row.index, { row, match: matches[position] }]));
  return rows.map(({ plan }, index) => {
    const fault = faulty.get(index);
    if (fault) return refused(fault);
    const suggestion = byRow.get(index);
    if (suggestion && isBeyond.has(index)) return refused(beyondFull(suggestion.row.family));
    return suggestion?.match ? withFamily(plan, suggestion.row, suggestion.match) : plan;
  });
}

/** Returns the model key of the product after the row; '' without one. */
export function modelKeyOf(plan: RowPlan, product: AdminProduct | undefined): string {
  const written = 'input' in plan ? plan.input?.modelKey : undefined;
  return (written === undefined ? product?.modelKey : written) ?? '';
}

type Named = FamilyAssignment;

function faultOf({ modelKey, family }: Named): string | undefined {
  if (family === '') return 'A configuration always has a family. Write the name of another one to move it';
  if (family.length > maxName) return `A name of a family has at most ${maxName} characters`;
  if (modelKey === '') return needsModelKey;
  return undefined;
}

function withFamily(
  plan: RowPlan,
  { modelKey, family, options }: Named & { brand: string },
  match: FamilyMatch,
): RowPlan {
  if (plan.outcome === 'refused') return plan;
  const assignment = { modelKey, family, ...(options && { options }) };
  if (match.kind === 'same') {
    if (!hasOtherOptions(match.options, options)) return plan;
    const after = { ...match.options, ...options };
    const change = { field: 'options', before: optionsCell(match.options), after: optionsCell(after) };
    return withAssignment(plan, assignment, change);
  }
  if (match.kind === 'ambiguous')
    return refused('Several families of this brand have this name. Rename one of them or merge them');
  if (match.kind === 'full')
    return refused(`This family has ${maxConfigurations} configurations, which is the most`);
  const after = match.kind === 'add' ? `${family} (new family)` : family;
  return withAssignment(plan, assignment, { field: 'family', before: match.before, after });
}

function withAssignment(plan: RowPlan, family: FamilyAssignment, change: Change): RowPlan {
  if (plan.outcome === 'refused') return plan;
  if (plan.outcome === 'same') return { outcome: 'change', input: null, family, changes: [change] };
  return { ...plan, family, changes: [...plan.changes, change] };
}

/** Message for a configuration that a family has no place for. */
const beyondFull = (family: string) =>
  `“${family}” has ${maxConfigurations} configurations with those of earlier rows, which is the most. Write the name of another family`;

const refused = (message: string): RowPlan => ({
  outcome: 'refused',
  faults: [{ field: 'family', message }],
});
