import { z } from 'zod';
import { staffRoles } from '../../permissions.ts';
import { isoDateTime, money, requiredText, text } from '../../wire.ts';

export const roles = ['customer', 'admin'] as const;
export type Role = (typeof roles)[number];

export const userStatuses = ['active', 'inactive', 'banned'] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Account as its own user sees it. */
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

/** Account as an administrator sees it. */
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
    /** Tags that staff gave the user, in lowercase. */
    tags: z.array(z.string()),
  })
  .meta({ id: 'UserRecord' });
export type UserRecord = z.output<typeof userRecord>;

export const userName = requiredText(100, 'Name is required');
export const userPhone = text(40);
