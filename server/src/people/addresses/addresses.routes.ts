import type { addressEndpoints } from '@reprise/contract/people/addresses';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import type { CallContext, Handlers } from '../../platform/http/endpoint.ts';
import { listAddresses } from './address.queries.ts';
import { addAddress, changeAddress, removeAddress } from './save-address.ts';

export function addressHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof addressEndpoints> {
  return {
    listAddresses: async (_input, context) => ({
      addresses: await listAddresses(deps.db, owner(context)),
    }),
    addAddress: async ({ body }, context) => ({ addresses: await addAddress(deps, owner(context), body) }),
    changeAddress: async ({ params, body }, context) => ({
      addresses: await changeAddress(deps, owner(context), params.id, body),
    }),
    removeAddress: async ({ params }, context) => ({
      addresses: await removeAddress(deps, owner(context), params.id),
    }),
  };
}

function owner({ caller }: CallContext): string {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller.userId;
}
