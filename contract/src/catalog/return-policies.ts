import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { isoDateTime, reference, seenVersion, unknownFields } from '../wire.ts';

const whole = (min: number, max: number) =>
  z
    .int(`Must be a whole number from ${min} to ${max}`)
    .min(min, `Must be at least ${min}`)
    .max(max, `Must be at most ${max}`);

export const labelPayers = ['store', 'customer'] as const;

/** Terms of a return after a change of mind. Defects follow the warranty. */
const terms = z.object({
  /** False if products are taken back for a defect only. */
  changeOfMind: z.boolean(),
  /** Payer of the way back after a change of mind; the store always pays for its own faults. */
  labelBy: z.enum(labelPayers, 'Choose who pays for the way back'),
  /** Percent of the price that the store retains after a change of mind. */
  restockingPercent: whole(0, 50),
});

const policy = terms.extend({
  /** Days from delivery. */
  days: z.number(),
});
export type ReturnPolicy = z.output<typeof policy>;

export const returnPolicies = z
  .object({
    /** For products of no category below; its days are `returnDays` of the settings. */
    general: policy,
    /** Exceptions, by the name of the category. */
    categories: z.array(policy.extend({ categoryId: z.string(), category: z.string() })),
    /** Null until the owner has saved a policy: then only the days are stated. */
    savedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'ReturnPolicies' });
export type ReturnPolicies = z.output<typeof returnPolicies>;

/** Maximum number of categories with a policy of their own. */
export const maxPolicies = 100;

export const returnPoliciesInput = z
  .strictObject(
    {
      version: seenVersion,
      general: terms,
      categories: z
        .array(terms.extend({ categoryId: reference, days: whole(0, 3650) }))
        .max(maxPolicies, `Enter at most ${maxPolicies} categories`)
        .refine(
          (rows) => new Set(rows.map(({ categoryId }) => categoryId)).size === rows.length,
          'Each category can be entered once',
        ),
    },
    unknownFields,
  )
  .meta({ id: 'ReturnPoliciesInput' });
export type ReturnPoliciesInput = z.output<typeof returnPoliciesInput>;

/** Returns the policy of a product by the name of its category. */
export function policyOf({ general, categories }: ReturnPolicies, category: string | null): ReturnPolicy {
  return categories.find((row) => row.category === category) ?? general;
}

export const returnPolicyEndpoints = endpoints({
  getReturnPolicies: {
    method: 'GET',
    path: '/return-policies',
    summary: 'What may be returned until when, in general and by category',
    access: 'public',
    rate: 'read',
    response: z.object({ policies: returnPolicies, version: z.int() }),
  },
  updateReturnPolicies: {
    method: 'PUT',
    path: '/return-policies',
    summary: 'Replace the policies; orders placed before are returned under those of their day',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    body: returnPoliciesInput,
    response: z.object({ policies: returnPolicies, version: z.int() }),
  },
});
