import type { discountEndpoints } from '@reprise/contract/sales/discounts/discounts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { listDiscounts } from './discount.queries.ts';
import { createGuessLimit } from './guess-limit.ts';
import { quoteDiscount } from './quote-discount.ts';
import { createDiscount, endDiscount, updateDiscount } from './save-discount.ts';

export function discountHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
): Handlers<typeof discountEndpoints> {
  const limitGuesses = createGuessLimit(deps);
  return {
    quoteDiscount: async ({ body }, { caller, network }) =>
      limitGuesses(network, () => quoteDiscount(deps, body, caller?.userId ?? null)),
    listDiscounts: ({ query }) => listDiscounts(deps.db, query ?? {}, deps.now()),
    createDiscount: async ({ body }, context) => ({
      discount: await createDiscount(deps, body, requireCaller(context).userId),
    }),
    updateDiscount: async ({ params, body }, context) => ({
      discount: await updateDiscount(deps, params.id, body, requireCaller(context).userId),
    }),
    endDiscount: async ({ params }, context) => ({
      discount: await endDiscount(deps, params.id, requireCaller(context).userId),
    }),
  };
}
