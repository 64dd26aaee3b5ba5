import { z } from 'zod';
import { endpoints, fileResponse, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { staffRoles } from '../../permissions.ts';
import { orderStatuses, paymentStatuses } from '../../sales/orders/order-status.ts';
import { shippingMethods } from '../../sales/orders/pricing.ts';
import {
  isoDateTime,
  mailAddress,
  money,
  queryChoice,
  queryString,
  reference,
  unknownFields,
} from '../../wire.ts';
import { openSession } from './profile.ts';
import { roles, userName, userPhone, userRecord, userStatuses } from './user.ts';

export const userSorts = ['newest', 'oldest', 'name', 'name-desc', 'seen', 'seen-first'] as const;
export type UserSort = (typeof userSorts)[number];

/** Order of a user in the back office. */
export const userOrder = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    status: z.enum(orderStatuses),
    shippingMethod: z.enum(shippingMethods),
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
  /** Tag of staff on a customer. */
  tag: queryString(30),
};

/** Roles of an administrator; a new administrator without any becomes an owner. */
const staffRoleChoice = z
  .array(z.enum(staffRoles, 'Choose from the staff roles'))
  .max(staffRoles.length, 'Name each role once')
  .optional();

const userFields = {
  name: userName,
  email: mailAddress,
  phone: userPhone.nullish(),
  role: z.enum(roles, 'Choose a role').optional(),
  staffRoles: staffRoleChoice,
};

const userChange = z.object({
  ...userFields,
  name: userName.optional(),
  email: mailAddress.optional(),
  status: z.enum(userStatuses, 'Choose a status').optional(),
});

/** Fields of a user that a client may send back with a change, and that change nothing. */
const sentBack = new Set([...Object.keys(userRecord.shape), '_id', 'avatar', 'updatedAt']);

/** Same; unknown fields are refused beside a role that makes an owner, because mistyped staff roles would be lost. */
const checkedUserChange = z.looseObject(userChange.shape).check(({ value, issues }) => {
  if (value.role !== 'admin' || value.staffRoles !== undefined) return;
  for (const field of Object.keys(value).filter((key) => !sentBack.has(key)))
    issues.push({
      code: 'custom',
      input: value[field],
      path: [field],
      message: `There is no field "${field}" here`,
    });
}) as unknown as typeof userChange;

/** Calls of the back office about users. */
export const userAdminEndpoints = endpoints({
  exportUsers: {
    method: 'GET',
    path: '/users/export',
    summary: 'Export the users of the list as CSV, newest first',
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
    summary: 'List users, newest first by default',
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
    summary: 'Get a user',
    access: 'admin',
    needs: 'customers.read',
    rate: 'read',
    params: idParams,
    response: z.object({ user: userRecord }),
  },
  listUserOrders: {
    method: 'GET',
    path: '/users/users/:id/orders',
    summary: "List a user's orders, newest first",
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
    summary: "List a user's sessions, last seen first",
    access: 'admin',
    needs: 'users.manage',
    rate: 'read',
    params: idParams,
    response: z.object({ sessions: z.array(openSession) }),
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/users/users/:id/sessions',
    summary: 'End all sessions of a user',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    response: z.object({ ended: z.number().int() }),
  },
  endUserSession: {
    method: 'DELETE',
    path: '/users/users/:id/sessions/:session',
    summary: "End one of a user's sessions",
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
    summary: 'Mail a new link to choose a password to a user without one; revokes earlier links',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    body: nothing,
    response: nothing,
    message: 'Invitation sent',
  },
  createInvitationLink: {
    method: 'POST',
    path: '/users/users/:id/invitation-link',
    summary: 'Return a new link to choose a password for a user without one; revokes earlier links',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    body: nothing,
    response: z.object({ link: z.string() }),
  },
  createUser: {
    method: 'POST',
    path: '/users/users',
    summary: 'Add a user and mail an invitation to choose a password',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    body: z.strictObject(
      { ...userFields, status: z.enum(['active', 'inactive'], 'Choose a status').optional() },
      unknownFields,
    ),
    response: z.object({ user: userRecord }),
    status: 201,
    message: 'User added successfully',
  },
  updateUser: {
    method: 'PUT',
    path: '/users/users/:id',
    summary: 'Change details, role or status; a ban ends all sessions',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    body: checkedUserChange,
    response: z.object({ user: userRecord }),
    message: 'User updated successfully',
  },
  deleteUser: {
    method: 'DELETE',
    path: '/users/users/:id',
    summary: 'Erase a user; their orders lose all personal data',
    access: 'admin',
    needs: 'users.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'User deleted successfully',
  },
});
