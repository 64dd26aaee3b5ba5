import type { passkeyEndpoints } from '@reprise/contract/people/identity/passkeys';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './manage-passkeys.ts';
import { signInWithPasskey } from './sign-in-with-passkey.ts';
import { createPasskeyOptions } from './verify-passkey.ts';

export function passkeyHandlers(deps: Deps): Handlers<typeof passkeyEndpoints> {
  return {
    beginPasskeySignIn: async () => ({ options: await createPasskeyOptions(deps, 'sign-in', null) }),
    signInWithPasskey: ({ body }, context) => signInWithPasskey(deps, body, context),
    beginPasskeyStepUp: async (_input, context) => ({
      options: await createPasskeyOptions(deps, 'step-up', requireCaller(context).userId),
    }),
    listPasskeys: async (_input, context) => ({
      passkeys: await listPasskeys(deps, requireCaller(context).userId),
    }),
    beginPasskey: async (_input, context) => ({ options: await beginPasskey(deps, requireCaller(context)) }),
    addPasskey: async ({ body }, context) => ({
      passkey: await addPasskey(deps, requireCaller(context), body),
    }),
    renamePasskey: async ({ params, body }, context) => ({
      passkey: await renamePasskey(deps, requireCaller(context), params.id, body.name),
    }),
    removePasskey: async ({ params }, context) => {
      await removePasskey(deps, requireCaller(context), params.id);
      return {};
    },
  };
}
