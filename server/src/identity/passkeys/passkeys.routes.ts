import type { passkeyEndpoints } from '@reprise/contract/identity/passkeys';
import type { Deps } from '../../platform/deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { signedIn } from '../sessions/require-caller.ts';
import type { ClaimOrders } from '../verify-email.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './manage-passkeys.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { beginPasskeyUse } from './verify-passkey.ts';

export function passkeyHandlers(deps: Deps, claimOrders: ClaimOrders): Handlers<typeof passkeyEndpoints> {
  return {
    beginPasskeySignIn: async () => ({ options: await beginPasskeyUse(deps, 'sign-in', null) }),
    signInWithPasskey: ({ body }, context) => signInWithPasskey(deps, claimOrders, body, context),
    beginPasskeyStepUp: async (_input, context) => ({
      options: await beginPasskeyUse(deps, 'step-up', signedIn(context).userId),
    }),
    listPasskeys: async (_input, context) => ({
      passkeys: await listPasskeys(deps, signedIn(context).userId),
    }),
    beginPasskey: async (_input, context) => ({ options: await beginPasskey(deps, signedIn(context)) }),
    addPasskey: async ({ body }, context) => ({ passkey: await addPasskey(deps, signedIn(context), body) }),
    renamePasskey: async ({ params, body }, context) => ({
      passkey: await renamePasskey(deps, signedIn(context), params.id, body.name),
    }),
    removePasskey: async ({ params }, context) => {
      await removePasskey(deps, signedIn(context), params.id);
      return {};
    },
  };
}
