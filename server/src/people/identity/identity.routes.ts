import type { identityEndpoints } from '@reprise/contract/people/identity/identity';
import type { OwnData } from '@reprise/contract/people/identity/profile';
import type { User } from '@reprise/contract/people/identity/user';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type CallContext, type Handlers, hasPermission } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { assertRecentAuthentication } from '../../platform/recent-authentication.ts';
import { listUserOrders } from '../../sales/orders/user-orders.queries.ts';
import { addUser } from './add-user.ts';
import { apiTokenHandlers } from './api-tokens/api-tokens.routes.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteUser, type ErasePersonalData } from './delete-user.ts';
import { undoEmailChange } from './email-changes.ts';
import { exportUsers } from './export-users.ts';
import { createInvitationLink, inviteUser } from './invite-user.ts';
import { reportNotMe } from './not-me/report-not-me.ts';
import type { UndoReports } from './not-me/undo-reported.ts';
import { requestPasswordReset } from './passwords/request-password-reset.ts';
import { readPasswordRules, resetPassword } from './passwords/reset-password.ts';
import { register } from './register.ts';
import { resendVerification } from './request-verification.ts';
import { endOtherSessions, endSession, endUserSessions } from './sessions/end-session.ts';
import { listSessions } from './sessions/session.queries.ts';
import { signIn } from './sessions/sign-in.ts';
import { signOut } from './sessions/sign-out.ts';
import type { EmptyAccount } from './start-empty.ts';
import { updateProfile } from './update-profile.ts';
import { updateUser } from './update-user.ts';
import { findUser, findUserRecord, listUsers, userNotFound } from './user.queries.ts';
import { verifyEmail } from './verify-email.ts';

/** Reads personal data of other slices; passed in because those slices import this one. */
type ReadPersonalData = (
  db: Queryable,
  user: { id: string; email: string; emailVerified: boolean },
) => Promise<Omit<OwnData, 'exportedAt' | 'profile' | 'sessions'>>;

type OtherSlices = {
  emptyAccount: EmptyAccount;
  erasePersonalData: ErasePersonalData;
  readPersonalData: ReadPersonalData;
  undoStoreReports: UndoReports;
};

type UserHandlers = Pick<
  Handlers<typeof identityEndpoints>,
  | 'exportUsers'
  | 'listUsers'
  | 'getUser'
  | 'listUserOrders'
  | 'listUserSessions'
  | 'endUserSessions'
  | 'endUserSession'
  | 'inviteUser'
  | 'createInvitationLink'
  | 'createUser'
  | 'updateUser'
  | 'deleteUser'
>;

export function identityHandlers(
  deps: Deps,
  { emptyAccount, erasePersonalData, readPersonalData, undoStoreReports }: OtherSlices,
): Handlers<typeof identityEndpoints> {
  return {
    login: ({ body }, context) => signIn(deps, body, context),
    register: ({ body }, context) => register(deps, body, context),
    getMe: async (_input, context) => {
      const user = await findUser(deps.db, requireCaller(context).userId);
      const idleMinutes = user.role === 'admin' ? (await readSettings(deps.db)).sessionTimeout : null;
      return { user, idleMinutes };
    },
    logout: async (_input, context) => {
      await signOut(deps, context.token);
      return {};
    },
    forgotPassword: async ({ body }) => {
      await requestPasswordReset(deps, body.email);
      return {};
    },
    getPasswordRules: ({ body }) => readPasswordRules(deps, body.token),
    resetPassword: async ({ body }) => {
      await resetPassword(deps, emptyAccount, body);
      return {};
    },
    verifyEmail: async ({ body }, context) => {
      await verifyEmail(deps, requireCaller(context).userId, body.token);
      return {};
    },
    undoEmailChange: async ({ body }) => {
      await undoEmailChange(deps, body.token);
      return {};
    },
    reportNotMe: async ({ body }) => ({ report: await reportNotMe(deps, undoStoreReports, body.token) }),
    resendVerification: async (_input, context) => {
      await resendVerification(deps, requireCaller(context).userId);
      return {};
    },

    getProfile: async (_input, context) => ({
      user: await findUserRecord(deps.db, requireCaller(context).userId),
    }),
    updateProfile: async ({ body }, context) => ({
      user: await updateProfile(deps, requireCaller(context), body),
    }),

    listSessions: async (_input, context) => ({
      sessions: await listSessions(deps.db, requireCaller(context), deps.now()),
    }),
    endSession: async ({ params }, context) => {
      await endSession(deps.db, requireCaller(context), params.id);
      return {};
    },
    endOtherSessions: async (_input, context) => {
      await endOtherSessions(deps.db, requireCaller(context));
      return {};
    },
    exportOwnData: async (_input, context) => {
      const caller = requireCaller(context);
      const now = deps.now();
      const profile = await findUserRecord(deps.db, caller.userId);
      return {
        exportedAt: now.toISOString(),
        profile,
        ...(await readPersonalData(deps.db, profile)),
        sessions: await listSessions(deps.db, caller, now),
      };
    },
    deleteAccount: async ({ body }, context) => {
      await deleteAccount(deps, erasePersonalData, requireCaller(context).userId, body.password);
      return {};
    },
    ...userHandlers(deps, { emptyAccount, erasePersonalData }),
    ...apiTokenHandlers(deps),
  };
}

/** Handlers of the calls by which staff manage users. */
function userHandlers(
  deps: Deps,
  { emptyAccount, erasePersonalData }: Pick<OtherSlices, 'emptyAccount' | 'erasePersonalData'>,
): UserHandlers {
  return {
    exportUsers: async ({ query = {} }, context) => exportUsers(deps, { ...query, ...usersFor(context) }),
    listUsers: ({ query }, context) => listUsers(deps.db, { ...query, ...usersFor(context) }),
    getUser: async ({ params }, context) => {
      const user = await findUserRecord(deps.db, params.id);
      assertVisible(context, user);
      return { user };
    },
    listUserOrders: async ({ params, query }, context) => {
      const user = await findUser(deps.db, params.id);
      assertVisible(context, user);
      const { id } = user;
      return listUserOrders(deps.db, id, query ?? {});
    },
    listUserSessions: async ({ params }, context) => {
      const { sessionId } = requireCaller(context);
      const { id } = await findUser(deps.db, params.id);
      return { sessions: await listSessions(deps.db, { userId: id, sessionId }, deps.now()) };
    },
    endUserSessions: async ({ params }, context) => {
      const { id } = await findUser(deps.db, params.id);
      return { ended: await endUserSessions(deps, id, requireCaller(context).userId) };
    },
    endUserSession: async ({ params }, context) => {
      await endUserSessions(deps, params.id, requireCaller(context).userId, params.session);
      return {};
    },
    inviteUser: async ({ params }, context) => {
      await inviteUser(deps, params.id, requireCaller(context).userId);
      return {};
    },
    createInvitationLink: async ({ params }, context) => ({
      link: await createInvitationLink(deps, params.id, requireCaller(context).userId),
    }),
    createUser: async ({ body }, context) => {
      if (body.role === 'admin' || body.staffRoles?.length)
        assertRecentAuthentication(context.caller, deps.now());
      return { user: await addUser(deps, body, requireCaller(context).userId) };
    },
    updateUser: async ({ params, body }, context) => ({
      user: await updateUser(deps, emptyAccount, params.id, body, requireCaller(context)),
    }),
    deleteUser: async ({ params }, context) => {
      await deleteUser(deps, erasePersonalData, params.id, requireCaller(context));
      return {};
    },
  };
}

const seesStaff = ({ caller }: CallContext) => hasPermission(caller, 'staff.read');

/** Without `staff.read` the list contains customers only: a list of the staff helps attackers. */
function usersFor(context: CallContext) {
  return seesStaff(context) ? {} : { customersOnly: true };
}

function assertVisible(context: CallContext, { role }: User): void {
  if (role === 'admin' && !seesStaff(context)) throw userNotFound();
}
