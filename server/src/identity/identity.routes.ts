import type { identityEndpoints } from '@reprise/contract/identity';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../platform/deps.ts';
import type { CallContext, Caller, Handlers } from '../platform/endpoint.ts';
import { addUser } from './add-user.ts';
import { deleteUser, type EraseTraces } from './delete-user.ts';
import { register } from './register.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { updateProfile } from './update-profile.ts';
import { updateUser } from './update-user.ts';
import { findUser, findUserRecord, listUsers } from './user.queries.ts';

type Others = { eraseTraces: EraseTraces };

export function identityHandlers(deps: Deps, { eraseTraces }: Others): Handlers<typeof identityEndpoints> {
  return {
    login: ({ body }, context) => signIn(deps, body, context),
    register: ({ body }, context) => register(deps, body, context),
    getMe: async (_input, context) => ({ user: await findUser(deps.db, signedIn(context).userId) }),
    logout: async (_input, context) => {
      await signOut(deps, context.token);
      return {};
    },
    forgotPassword: async ({ body }) => {
      await requestPasswordReset(deps, body.email);
      return {};
    },
    resetPassword: async ({ body }) => {
      await resetPassword(deps, body);
      return {};
    },

    getProfile: async (_input, context) => ({
      user: await findUserRecord(deps.db, signedIn(context).userId),
    }),
    updateProfile: async ({ body }, context) => ({
      user: await updateProfile(deps, signedIn(context), body),
    }),

    listUsers: ({ query }) => listUsers(deps.db, query ?? {}),
    getUser: async ({ params }) => ({ user: await findUserRecord(deps.db, params.id) }),
    createUser: async ({ body }, context) => ({
      user: await addUser(deps, body, signedIn(context).userId),
    }),
    updateUser: async ({ params, body }, context) => ({
      user: await updateUser(deps, params.id, body, signedIn(context).userId),
    }),
    deleteUser: async ({ params }, context) => {
      await deleteUser(deps, eraseTraces, params.id, signedIn(context).userId);
      return {};
    },
  };
}

function signedIn({ caller }: CallContext): Caller {
  if (!caller) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller;
}
