import type { ReturnPoliciesInput, returnPolicyEndpoints } from '@reprise/contract/catalog/return-policies';
import { Problem } from '@reprise/contract/problem';
import { inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { setReturnsVary } from '../../foundations/settings/set-returns-vary.ts';
import { settingsTag } from '../../foundations/settings/settings.tags.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { categories } from '../products/products.tables.ts';
import { allCategories } from '../products/products.tags.ts';
import { readReturnPolicies } from './return-policies.queries.ts';
import { generalReturnPolicy, returnPolicies } from './return-policies.tables.ts';

/** They name categories, and contain the days of the settings. */
export const returnPolicyTags = {
  getReturnPolicies: () => ({ strict: new Set([...settingsTag.strict, allCategories]) }),
} satisfies Partial<Record<keyof typeof returnPolicyEndpoints, () => ResponseTags>>;

export function returnPolicyHandlers({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Handlers<typeof returnPolicyEndpoints> {
  return {
    getReturnPolicies: () => readReturnPolicies(db),
    updateReturnPolicies: ({ body }, context) => {
      const { userId: actorId } = requireCaller(context);
      return inTransaction(db, async (tx) => {
        // Locks the settings, so that of two saves at once the second finds the version of the first.
        await setReturnsVary(tx, body.categories.length > 0 || !body.general.changeOfMind);
        const before = await assertCurrent(tx, body.version);
        await storePolicies(tx, body, now());
        const after = await readReturnPolicies(tx);
        await recordAudit(tx, {
          actorId,
          action: 'change return policies',
          subject: 'returns',
          before: auditedPolicies(before.policies),
          after: auditedPolicies(after.policies),
        });
        return after;
      });
    },
  };
}

/** Throws EDIT_CONFLICT if the policies were saved after this version. */
async function assertCurrent(tx: Tx, version: number) {
  const current = await readReturnPolicies(tx);
  if (current.version !== version)
    throw new Problem(
      'EDIT_CONFLICT',
      'Someone else has changed the return policies since you opened them. Reload to see the changes.',
    );
  return current;
}

async function storePolicies(tx: Tx, body: ReturnPoliciesInput, savedAt: Date): Promise<void> {
  await assertCategories(tx, body);
  const general = { ...body.general, version: body.version + 1, savedAt };
  await tx
    .insert(generalReturnPolicy)
    .values(general)
    .onConflictDoUpdate({ target: generalReturnPolicy.id, set: general });
  await tx.delete(returnPolicies);
  if (body.categories.length > 0) await tx.insert(returnPolicies).values(body.categories);
}

async function assertCategories(tx: Tx, body: ReturnPoliciesInput): Promise<void> {
  const ids = body.categories.map(({ categoryId }) => categoryId);
  if (ids.length === 0) return;
  const existing = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(inArray(categories.id, ids))
    .for('key share');
  if (existing.length < ids.length)
    throw new Problem('NOT_FOUND', 'A category of the list no longer exists. Load the latest.');
}

function auditedPolicies({
  general,
  categories,
}: Awaited<ReturnType<typeof readReturnPolicies>>['policies']) {
  const line = (policy: typeof general) =>
    `${policy.days} days, ${policy.changeOfMind ? 'any reason' : 'defects only'}, ${policy.labelBy} pays, ${policy.restockingPercent} %`;
  return {
    general: line(general),
    ...Object.fromEntries(categories.map((row) => [row.category, line(row)])),
  };
}
