import type { cartEndpoints } from '@reprise/contract/cart';
import type { Deps } from '../platform/deps.ts';
import type { Handlers } from '../platform/endpoint.ts';
import { checkCart } from './check-cart.ts';

export function cartHandlers(deps: Pick<Deps, 'db'>): Handlers<typeof cartEndpoints> {
  return { checkCart: ({ body }) => checkCart(deps.db, body) };
}
