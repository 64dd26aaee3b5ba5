import type { pricingEndpoints } from '@reprise/contract/workshop/units/pricing';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { readUnitPricing } from './read-unit-pricing.ts';

export function pricingHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof pricingEndpoints> {
  return { getUnitPricing: async ({ params }) => ({ pricing: await readUnitPricing(deps, params.id) }) };
}
