import { staffRoles } from '@reprise/contract/identity/permissions';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, updatedAt } from '../platform/database/columns.ts';

/** People who can sign in. `status` and `role` are checked on every request. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    /** Always lower case. */
    email: text().notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Lower case; becomes `email` once its owner confirms it. Not unique: it says nothing about who owns it. */
    pendingEmail: text('pending_email'),
    phone: text(),
    role: text({ enum: ['customer', 'admin'] })
      .notNull()
      .default('customer'),
    /** Of an administrator, at least one. */
    staffRoles: text('staff_roles', { enum: staffRoles }).array().notNull().default([]),
    status: text({ enum: ['active', 'inactive', 'banned'] })
      .notNull()
      .default('active'),
    deliveryEmails: boolean('delivery_emails').notNull().default(true),
    alertEmails: boolean('alert_emails').notNull().default(true),
    /** Since when they agree to the weekly mail of deals; null: they do not. */
    dealEmailsSince: timestamptz('deal_emails_since'),
    lastLoginAt: timestamptz('last_login_at'),
    /** The password dates from before this user became staff; the next sign-in checks it against the staff policy. */
    passwordUnchecked: boolean('password_unchecked').notNull().default(false),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(name || E'\\n' || email || E'\\n' || coalesce(phone, ''))`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('users_role', sql`${t.role} in ('customer', 'admin')`),
    check(
      'users_staff_roles',
      sql`${t.staffRoles} <@ array['technician', 'packer', 'support', 'manager', 'owner']`,
    ),
    // An administrator without a staff role would be neither customer nor staff.
    check('users_admin_has_staff_role', sql`(${t.role} = 'admin') = (cardinality(${t.staffRoles}) > 0)`),
    check('users_status', sql`${t.status} in ('active', 'inactive', 'banned')`),
    check('users_email_lower_case', sql`${t.email} = lower(${t.email})`),
    // How many there are of each kind.
    index('users_by_kind').on(t.role, t.status),
    // The administrator's list, newest first.
    index('users_newest').on(t.createdAt, t.id),
    index('users_of_role').on(t.role, t.createdAt, t.id),
    index('users_by_name').on(sql`lower(${t.name}) collate "C"`, t.id),
    index('users_by_last_login').on(sql`${t.lastLoginAt} desc nulls last`, t.id),
    // Who gets the weekly mail of deals, in the order they are written to.
    index('users_of_deal_emails')
      .on(t.id)
      .where(sql`${t.dealEmailsSince} is not null and ${t.emailVerified} and ${t.status} = 'active'`),
    index('users_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);

/** One row per sign-in. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token_hash').notNull().unique(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Written at most once a minute; governs how long an administrator may be idle. */
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** When the user last proved their identity in this session; null in sessions that are older than the column. */
    provedAt: timestamptz('proved_at'),
    /** Things deleted without a recent proof since `provedAt`. */
    unprovedDeletions: integer('unproved_deletions').notNull().default(0),
    /** Limits the audit to one refused step-up a minute and session. */
    stepUpRefusedAt: timestamptz('step_up_refused_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sessions_of_user').on(t.userId)],
);

/**
 * Networks and browsers from which a user has signed in. They may keep trying passwords while strangers need a mailed
 * link, and a sign-in from any other is a new device.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['network', 'browser'] }).notNull(),
    /** The network prefix, or the SHA-256 of the user's id and the token the browser keeps. */
    value: text().notNull(),
    lastUsedAt: timestamptz('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.value] }),
    check('known_devices_kind', sql`${t.kind} in ('network', 'browser')`),
  ],
);

/** The `providerId` of a password. */
export const passwordProvider = 'credential';

/** How a user proves who they are; today always a password. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex('accounts_of_user').on(t.userId, t.providerId)],
);

/** Single-use proofs sent by mail, such as a password reset; only a hash of each is stored. */
export const verifications = pgTable(
  'verifications',
  {
    id: id(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('verifications_by_identifier').on(t.identifier)],
);

/** Signing in with a code of an authenticator app besides the password. */
export const twoFactors = pgTable('two_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Sealed; null until the first code was right. */
  secret: text(),
  /** Sealed; shown to its owner and not yet confirmed by a code. */
  pendingSecret: text('pending_secret'),
  /** The last half minute whose code was taken: neither it nor one before is taken again. */
  lastStep: integer('last_step'),
  /** Wrong codes since `failingSince`; too many of them and none is looked at for a while. */
  failures: integer().notNull().default(0),
  failingSince: timestamptz('failing_since'),
  setUpAt: timestamptz('set_up_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Each replaces one code of the app, once; only a hash is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    code: text('code_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('recovery_codes_of_user').on(t.userId, t.code)],
);

/** Credentials of WebAuthn. With user verification one is both factors at once. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Given by the authenticator, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's count of signatures; many always say zero. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    name: text().notNull(),
    backedUp: boolean('backed_up').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('passkeys_of_user').on(t.userId, t.createdAt, t.id)],
);

/** Challenges that wait for a passkey's answer; each works once. Only a hash is stored. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge_hash').primaryKey(),
    purpose: text({ enum: ['add', 'sign-in', 'step-up'] }).notNull(),
    /** Null while nobody knows who signs in. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_by_expiry').on(t.expiresAt),
    index('passkey_challenges_of_user').on(t.userId),
  ],
);

/**
 * Confirmed addresses that were replaced. For seven days a mailed link puts one back, and a trigger keeps other
 * accounts from taking it.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    oldEmail: text('old_email').notNull(),
    changedAt: timestamptz('changed_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (t) => [
    index('email_changes_of_user').on(t.userId, t.changedAt),
    index('email_changes_by_email').on(t.oldEmail),
  ],
);
