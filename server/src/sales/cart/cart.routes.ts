import { Problem } from '@reprise/contract/problem';
import type { cartEndpoints } from '@reprise/contract/sales/cart';
import type { Deps } from '../../deps.ts';
import type { CallContext, Handlers } from '../../platform/http/endpoint.ts';
import { readAccountCart, saveAccountCart } from './account-cart.ts';
import { checkCart } from './check-cart.ts';

export function cartHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof cartEndpoints> {
  return {
    checkCart: ({ body }) => checkCart(deps, body),
    getCart: async (_input, context) => readAccountCart(deps.db, owner(context)),
    saveCart: async ({ body }, context) => saveAccountCart(deps, owner(context), body),
  };
}

function owner({ caller }: CallContext): string {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller.userId;
}
