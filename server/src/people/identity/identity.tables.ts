import { staffRoles } from '@reprise/contract/permissions';
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
import { byName } from '../../platform/database/by-name.ts';
import { createdAt, id, timestamptz, updatedAt } from '../../platform/database/columns.ts';

/** Users. `status` and `role` are checked on every request. */
export const users = pgTable(
  'users',
  {
    id: id(),
    name: text().notNull(),
    /** Always lower case. */
    email: text().notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** First confirmation of an address; null if the account may be that of a stranger who registered the address. */
    confirmedAt: timestamptz('confirmed_at'),
    /** Lower case; becomes `email` once confirmed. Not unique, because it does not prove ownership. */
    pendingEmail: text('pending_email'),
    phone: text(),
    role: text({ enum: ['customer', 'admin'] })
      .notNull()
      .default('customer'),
    /** At least one for administrators, none for customers. */
    staffRoles: text('staff_roles', { enum: staffRoles }).array().notNull().default([]),
    status: text({ enum: ['active', 'inactive', 'banned'] })
      .notNull()
      .default('active'),
    deliveryEmails: boolean('delivery_emails').notNull().default(true),
    alertEmails: boolean('alert_emails').notNull().default(true),
    /** Time of consent to the weekly newsletter; null without consent. */
    dealEmailsSince: timestamptz('deal_emails_since'),
    lastLoginAt: timestamptz('last_login_at'),
    /**
     * True if the password was set before the user became staff; the next sign-in checks it against the staff policy.
     */
    passwordUnchecked: boolean('password_unchecked').notNull().default(false),
    searchText: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(name || E'\\n' || email || E'\\n' || coalesce(phone, '') || E'\\n' || translate(name, ' .-''’', ''))`,
      ),
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
    // Counts by role and status.
    index('users_by_kind').on(t.role, t.status),
    // Admin user list, newest first.
    index('users_newest').on(t.createdAt, t.id),
    index('users_of_role').on(t.role, t.createdAt, t.id),
    index('users_by_name').on(byName(t.name), t.id),
    index('users_by_last_login').on(sql`${t.lastLoginAt} desc nulls last`, t.id),
    // Newsletter recipients, in sending order.
    index('users_of_deal_emails')
      .on(t.id)
      .where(sql`${t.dealEmailsSince} is not null and ${t.emailVerified} and ${t.status} = 'active'`),
    index('users_search').using('gin', sql`${t.searchText} gin_trgm_ops`),
  ],
);

/** One row per sign-in. Stores only the token's SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token_hash').notNull().unique(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** Written at most once a minute; limits an administrator's idle time. */
    lastSeenAt: timestamptz('last_seen_at').notNull().defaultNow(),
    /** Last reauthentication in this session; null in sessions older than the column. */
    provedAt: timestamptz('proved_at'),
    /** Last password typed in this session after its sign-in, which does not count. */
    passwordProvedAt: timestamptz('password_proved_at'),
    /** Last code or passkey used in this session, also to sign in. */
    factorProvedAt: timestamptz('factor_proved_at'),
    /** Deletions since `provedAt` without reauthentication. */
    unprovedDeletions: integer('unproved_deletions').notNull().default(0),
    /** Last audited STEP_UP_REQUIRED; limits the audit log to one per minute and session. */
    stepUpRefusedAt: timestamptz('step_up_refused_at'),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('sessions_of_user').on(t.userId)],
);

/**
 * Networks and browsers a user has signed in from. They may retry passwords when others need a mailed link; a sign-in
 * from elsewhere is a new device.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['network', 'browser'] }).notNull(),
    /** Network prefix, or SHA-256 of the user id and the browser's token. */
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

/** Credentials of a user; always a password so far. */
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

/** One-time tokens sent by mail, such as for a password reset; stores only their hashes. */
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

/** TOTP second factors. */
export const twoFactors = pgTable('two_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted; null until confirmed by a code. */
  secret: text(),
  /** Encrypted; shown to its owner but not yet confirmed by a code. */
  pendingSecret: text('pending_secret'),
  /** Last accepted TOTP step (30 seconds); this step and earlier ones are rejected as replays. */
  lastStep: integer('last_step'),
  /** Wrong codes since `failingSince`; past the limit, codes are not checked for a while. */
  failures: integer().notNull().default(0),
  failingSince: timestamptz('failing_since'),
  setUpAt: timestamptz('set_up_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** Recovery codes, each valid once instead of a TOTP code; stores only their hashes. */
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

/** WebAuthn credentials. With user verification a passkey counts as both factors. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Credential id of the authenticator, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter; many authenticators always report zero. */
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

/** Open WebAuthn challenges, each valid once; stores only their hashes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge_hash').primaryKey(),
    purpose: text({ enum: ['add', 'sign-in', 'step-up'] }).notNull(),
    /** Null for a sign-in, before the user is known. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (t) => [
    index('passkey_challenges_by_expiry').on(t.expiresAt),
    index('passkey_challenges_of_user').on(t.userId),
  ],
);

/**
 * Verified addresses that were replaced. For seven days a mailed link restores one, and a trigger blocks other
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
