import { z } from 'zod';
import { savedAddress } from '../addresses.ts';
import { alertKinds } from '../alerts.ts';
import { endpoints, fileResponse, idParams, nothing } from '../endpoint.ts';
import { orderStatuses, paymentStatuses } from '../orders/order-status.ts';
import { order } from '../orders/orders.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { ownReview } from '../reviews/reviews.ts';
import {
  email,
  isoDateTime,
  money,
  newPassword,
  queryChoice,
  queryString,
  reference,
  requiredText,
  text,
} from '../wire.ts';
import { staffRoles } from './permissions.ts';

export const roles = ['customer', 'admin'] as const;
export type Role = (typeof roles)[number];

export const userStatuses = ['active', 'inactive', 'banned'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Own account, as its user sees it. */
export const user = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    /** Permissions of an administrator; empty for customers. */
    staffRoles: z.array(z.enum(staffRoles)),
    phone: z.string().nullable(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof user>;

/** Any account, as an administrator sees it. */
export const userRecord = user
  .extend({
    emailVerified: z.boolean(),
    /** Becomes `email` once confirmed; does not disclose whether the address is taken. */
    pendingEmail: z.string().nullable(),
    /** True if sign-in requires a code in addition to the password. */
    twoFactor: z.boolean(),
    /** True if the user was invited and has no password. */
    invited: z.boolean(),
    status: z.enum(userStatuses),
    /** True if the user gets mails about shipping and delivery. */
    deliveryEmails: z.boolean(),
    /** True if the user gets alert mails; alerts wait while it is false. */
    alertEmails: z.boolean(),
    /** Time of subscribing to the weekly deals; null if not subscribed. */
    dealEmailsSince: isoDateTime.nullable(),
    joinDate: isoDateTime,
    lastLogin: isoDateTime.nullable(),
    totalOrders: z.number().int(),
    totalSpent: money,
  })
  .meta({ id: 'UserRecord' });
export type UserRecord = z.output<typeof userRecord>;

const name = requiredText(100, 'Name is required');
const phone = text(40);

/** Roles of an administrator; a new administrator without any becomes an owner. */
const staffRoleChoice = z
  .array(z.enum(staffRoles, 'Choose from the staff roles'))
  .max(staffRoles.length, 'Name each role once')
  .optional();

// Sign-in accepts passwords that break newer rules and does not disclose the rules.
export const currentPassword = z.string('Password is required').min(1, 'Password is required').max(128);

/** Stored by the browser at its last sign-in; an unknown one is ignored. */
export const deviceToken = text(200).optional();

export const credentials = z.object({ email, password: currentPassword });
export const registration = z.object({
  name,
  email,
  password: newPassword,
  /** Subscribes to the weekly deals. */
  dealEmails: z.boolean().optional(),
});

export const session = z.object({
  token: z.string(),
  user,
  /** Identifies a known browser at the next sign-in; grants no access. */
  deviceToken: z.string(),
});

/** Setup key for an authenticator app. */
export const twoFactorSetup = z
  .object({
    /** Base32, for manual entry. */
    secret: z.string(),
    /** otpauth://…, for the QR code. */
    address: z.string(),
  })
  .meta({ id: 'TwoFactorSetup' });
export type TwoFactorSetup = z.output<typeof twoFactorSetup>;

/** Correct password with a second factor required: `POST /auth/two-factor` takes token and code. */
export const twoFactorDemand = z
  .object({
    twoFactorToken: z.string(),
    /** Present if the store requires two-factor and the account has none; the first code sets it up. */
    setup: twoFactorSetup.optional(),
  })
  .meta({ id: 'TwoFactorDemand' });
export type TwoFactorDemand = z.output<typeof twoFactorDemand>;

/** Signed-in device. */
export const openSession = z
  .object({
    id: z.string(),
    /** Such as "Firefox on Windows". */
    device: z.string(),
    /** True for the session of the caller. */
    current: z.boolean(),
    signedInAt: isoDateTime,
    lastSeenAt: isoDateTime,
  })
  .meta({ id: 'OpenSession' });
export type OpenSession = z.output<typeof openSession>;

/** Data export of one person, readable without the shop. */
export const ownData = z
  .object({
    exportedAt: isoDateTime,
    profile: userRecord,
    addresses: z.array(savedAddress),
    orders: z.array(order),
    reviews: z.array(ownReview.extend({ product: z.string() })),
    wishlist: z.array(z.object({ product: z.string(), addedAt: isoDateTime })),
    alerts: z.array(z.object({ product: z.string(), kind: z.enum(alertKinds), askedAt: isoDateTime })),
    cart: z.array(z.object({ product: z.string(), quantity: z.number().int() })),
    /** Mails to this address once verified; the latest 1,000. */
    mails: z.array(z.object({ subject: z.string(), writtenAt: isoDateTime })),
    sessions: z.array(openSession),
  })
  .meta({ id: 'OwnData' });
export type OwnData = z.output<typeof ownData>;

export const userSorts = ['newest', 'oldest', 'name', 'name-desc', 'seen', 'seen-first'] as const;
export type UserSort = (typeof userSorts)[number];

/** Order in the list of a user. */
export const userOrder = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    paymentStatus: z.enum(paymentStatuses),
    total: money,
    createdAt: isoDateTime,
  })
  .meta({ id: 'UserOrder' });
export type UserOrder = z.output<typeof userOrder>;

/** Filters of the user list and its export. */
const userFilters = {
  search: queryString(200),
  role: queryChoice(roles),
  status: queryChoice(userStatuses),
};

export const identityEndpoints = endpoints({
  login: {
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password; answers a token for the second step where one is due',
    access: 'public',
    rate: 'signIn',
    body: credentials.extend({
      deviceToken,
      /** The token of a mailed link, after SIGN_IN_LINK_REQUIRED. */
      signInLink: text(200).min(1).optional(),
    }),
    response: z.union([session, twoFactorDemand]),
  },
  register: {
    method: 'POST',
    path: '/auth/register',
    summary: 'Open a customer account',
    access: 'public',
    rate: 'signUp',
    body: registration.extend({ deviceToken }),
    response: session,
    status: 201,
  },
  getMe: {
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in user',
    access: 'customer',
    rate: 'read',
    /** `idleMinutes`: idle timeout of the session; null for customers, who have none. */
    response: z.object({ user, idleMinutes: z.number().int().nullable() }),
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session; a dead token is fine',
    access: 'public',
    rate: 'write',
    response: nothing,
    message: 'Signed out',
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    summary: 'Mail a single-use link to choose a new password',
    access: 'public',
    rate: 'recovery',
    body: z.object({ email }),
    response: nothing,
    message: 'If an account with that email exists, a password reset link has been sent.',
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Choose a new password with a mailed token; ends all sessions',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1), password: newPassword }),
    response: nothing,
    message: 'Your password has been changed.',
  },
  verifyEmail: {
    method: 'POST',
    path: '/auth/verify-email',
    summary:
      'Confirm an e-mail address with a mailed token, within the account that asked; guest orders placed with it join the account',
    access: 'customer',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1) }),
    response: nothing,
    message: 'Your email address is confirmed.',
  },
  undoEmailChange: {
    method: 'POST',
    path: '/auth/undo-email-change',
    summary:
      'Put back the e-mail address that a change replaced, with a link mailed to it; ends all sessions, the password, the second factor and passkeys',
    access: 'public',
    rate: 'recovery',
    body: z.object({ token: text(200).min(1) }),
    response: nothing,
    message: 'Your old email address is back.',
  },
  resendVerification: {
    method: 'POST',
    path: '/auth/resend-verification',
    summary: 'Mail the link that confirms the e-mail address, or the pending one, once more',
    access: 'customer',
    rate: 'recovery',
    body: nothing,
    response: nothing,
    message: 'We have sent you a link.',
  },
  getProfile: {
    method: 'GET',
    path: '/users/profile',
    summary: "The signed-in user's profile with account figures",
    access: 'customer',
    rate: 'read',
    response: z.object({ user: userRecord }),
  },
  updateProfile: {
    method: 'PUT',
    path: '/users/profile',
    summary:
      'Change own details; e-mail and password need the current password. A new e-mail is pending until it is confirmed',
    access: 'customer',
    rate: 'write',
    body: z.object({
      name: name.optional(),
      email: email.optional(),
      /** Null cancels an unconfirmed email change. */
      pendingEmail: z.null().optional(),
      phone: phone.nullish(),
      deliveryEmails: z.boolean().optional(),
      alertEmails: z.boolean().optional(),
      dealEmails: z.boolean().optional(),
      currentPassword: currentPassword.optional(),
      newPassword: newPassword.optional(),
    }),
    response: z.object({ user: userRecord }),
    message: 'Profile updated successfully!',
  },
  listSessions: {
    method: 'GET',
    path: '/users/profile/sessions',
    summary: 'Where the caller is signed in, last seen first',
    access: 'customer',
    rate: 'read',
    response: z.object({ sessions: z.array(openSession) }),
  },
  endSession: {
    method: 'DELETE',
    path: '/users/profile/sessions/:id',
    summary: "End one of the caller's sessions, at once",
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Signed out there.',
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/users/profile/sessions',
    summary: 'Sign out everywhere but here',
    access: 'customer',
    rate: 'write',
    response: nothing,
    message: 'Signed out everywhere else.',
  },
  exportOwnData: {
    method: 'GET',
    path: '/users/profile/export',
    summary: 'Everything the shop keeps of the caller',
    access: 'customer',
    rate: 'lookup',
    response: ownData,
  },
  deleteAccount: {
    method: 'POST',
    path: '/users/profile/delete',
    summary: "Erase the caller's own account; their orders lose every personal detail",
    access: 'customer',
    rate: 'recovery',
    body: z.object({ password: currentPassword }),
    response: nothing,
    message: 'Your account has been deleted.',
  },
  exportUsers: {
    method: 'GET',
    path: '/users/export',
    summary: 'The users of the list as CSV, newest first',
    access: 'admin',
    needs: 'customers.export',
    rate: 'read',
    stepUp: true,
    query: z.object(userFilters),
    file: 'text/csv',
    response: fileResponse,
  },
  listUsers: {
    method: 'GET',
    path: '/users/users',
    summary: 'Users, newest first unless sorted otherwise',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...userFilters, sort: queryChoice(userSorts) }),
    response: z.object({
      users: z.array(userRecord),
      pagination,
      /** Counts over all users, regardless of the filter. */
      counts: z.object({ total: z.number(), active: z.number(), customers: z.number(), admins: z.number() }),
    }),
  },
  getUser: {
    method: 'GET',
    path: '/users/users/:id',
    summary: 'One user',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    params: idParams,
    response: z.object({ user: userRecord }),
  },
  listUserOrders: {
    method: 'GET',
    path: '/users/users/:id/orders',
    summary: "A user's orders, newest first",
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    params: idParams,
    query: z.object(pagingQuery),
    response: z.object({ orders: z.array(userOrder), pagination }),
  },
  listUserSessions: {
    method: 'GET',
    path: '/users/users/:id/sessions',
    summary: 'Where a user is signed in, last seen first',
    access: 'admin',
    needs: 'users.manage',
    rate: 'read',
    params: idParams,
    response: z.object({ sessions: z.array(openSession) }),
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/users/users/:id/sessions',
    summary: 'Sign a user out everywhere, at once',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    response: z.object({ ended: z.number().int() }),
  },
  endUserSession: {
    method: 'DELETE',
    path: '/users/users/:id/sessions/:session',
    summary: "End one of a user's sessions, at once",
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams.extend({ session: reference }),
    response: nothing,
    message: 'Signed out there.',
  },
  inviteUser: {
    method: 'POST',
    path: '/users/users/:id/invitation',
    summary:
      'Mail a new link to choose a password to somebody who has none yet; links of before no longer work',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    body: nothing,
    response: nothing,
    message: 'Invitation sent',
  },
  createUser: {
    method: 'POST',
    path: '/users/users',
    summary: 'Add a user and mail an invitation to choose a password',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    body: z.object({
      name,
      email,
      phone: phone.nullish(),
      role: z.enum(roles, 'Choose a role').optional(),
      staffRoles: staffRoleChoice,
      status: z.enum(['active', 'inactive'], 'Choose a status').optional(),
    }),
    response: z.object({ user: userRecord }),
    status: 201,
    message: 'User added successfully',
  },
  updateUser: {
    method: 'PUT',
    path: '/users/users/:id',
    summary: 'Change details, role or status; a ban ends all sessions at once',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    body: z.object({
      name: name.optional(),
      email: email.optional(),
      phone: phone.nullish(),
      role: z.enum(roles, 'Choose a role').optional(),
      staffRoles: staffRoleChoice,
      status: z.enum(userStatuses, 'Choose a status').optional(),
    }),
    response: z.object({ user: userRecord }),
    message: 'User updated successfully',
  },
  deleteUser: {
    method: 'DELETE',
    path: '/users/users/:id',
    summary: 'Erase a user; their orders lose every personal detail',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'User deleted successfully',
  },
});
