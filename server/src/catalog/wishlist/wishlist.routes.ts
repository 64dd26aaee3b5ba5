import type { wishlistEndpoints } from '@reprise/contract/catalog/wishlist';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import type { CallContext, Handlers } from '../../platform/http/endpoint.ts';
import { addWishes } from './add-wishes.ts';
import { removeWish } from './remove-wish.ts';
import { readWishlist } from './wishlist.queries.ts';

export function wishlistHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof wishlistEndpoints> {
  return {
    getWishlist: (_, context) => readWishlist(deps.db, owner(context)),
    addToWishlist: async ({ body }, context) => ({
      ids: await addWishes(deps, owner(context), body.products),
    }),
    removeFromWishlist: async ({ params }, context) => ({
      ids: await removeWish(deps, owner(context), params.id),
    }),
  };
}

function owner({ caller }: CallContext): string {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller.userId;
}
