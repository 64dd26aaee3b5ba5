import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { dayMs, hourMs } from '../../platform/time.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { droppedMails, mailBudgets } from './mail-budget.tables.ts';
import { definitionOf, type MailContent } from './mails/mail-registry.ts';

/**
 * Limits per address for mails that visitors can trigger without paying. `visitor` applies to unverified addresses
 * and to mails about email changes; `reset` and `verification` are separate, so that a stranger cannot use up the
 * mails an account's owner needs.
 */
const budgets = {
  visitor: { perHour: 3, perDay: 10 },
  reset: { perHour: 3, perDay: 72 },
  verification: { perHour: 3, perDay: 72 },
} as const;
type Budget = keyof typeof budgets;

type BudgetDeps = Pick<Deps, 'environment' | 'now'> & { db: Queryable };

/** Returns the budget of a mail; null for mails that are never limited. */
export function budgetOf(content: MailContent, isVerified: boolean): Budget | null {
  const { budget } = definitionOf(content.kind);
  if (budget !== 'unverified') return budget;
  return isVerified || ('order' in content && isPaid(content.order)) ? null : 'visitor';
}

function isPaid({ paymentStatus }: { paymentStatus: string }): boolean {
  return paymentStatus !== 'unpaid' && paymentStatus !== 'started';
}

/** Returns true for the verified email of an account and for the email of a paid order. */
export async function isVerifiedAddress(db: Queryable, address: string): Promise<boolean> {
  const [row] = await selectVerified(db, { address });
  return row?.isVerified ?? false;
}

const selectVerified = prepared<{ isVerified: boolean }>(
  'verified address',
  sql`select exists (select from ${users} where ${users.email} = ${sql.placeholder('address')}::text and ${users.emailVerified})
    or exists (select from ${orders} where ${orders.email} = ${sql.placeholder('address')}::text
      and ${orders.paymentStatus} in ('paid', 'partly-refunded', 'refunded')) as "isVerified"`,
);

/** Counts a mail and returns true, or returns false when the budget is spent. Exact under parallel calls. */
export async function spendMailBudget(
  { db, environment, now }: BudgetDeps,
  budget: Budget,
  { to, eventKey }: { to: string; eventKey: string },
): Promise<boolean> {
  if (environment.rateLimit === 'off') return true;
  const sentAt = now().getTime();
  const rows = await spend(db, {
    key: keyOf(budget, to),
    event: eventKey,
    now: sentAt,
    hourAgo: sentAt - hourMs,
    dayAgo: sentAt - dayMs,
    ...budgets[budget],
    expiresAt: new Date(sentAt + dayMs).toISOString(),
  });
  return rows.length > 0;
}

const value = sql.placeholder;
const sendsSince = (time: string) =>
  sql`(select count(*) from jsonb_each_text(${mailBudgets.sends}) as send where send.value::bigint > ${value(time)}::bigint)`;

// The upsert's row lock serializes parallel calls for one address.
const spend = prepared<{ key: string }>(
  'spend mail budget',
  sql`insert into ${mailBudgets} (key, sends, expires_at)
    values (${value('key')}::text, jsonb_build_object(${value('event')}::text, ${value('now')}::bigint), ${value('expiresAt')}::timestamptz)
    on conflict (key) do update set
      sends = (select coalesce(jsonb_object_agg(send.key, send.value), '{}') from jsonb_each(${mailBudgets.sends}) as send
        where (send.value #>> '{}')::bigint > ${value('dayAgo')}::bigint) || excluded.sends,
      expires_at = excluded.expires_at
    where jsonb_exists(${mailBudgets.sends}, ${value('event')}::text)
      or (${sendsSince('hourAgo')} < ${value('perHour')}::integer and ${sendsSince('dayAgo')} < ${value('perDay')}::integer)
    returning key`,
);

/** Returns true when another mail to this address would exceed the budget. */
export async function isMailBudgetSpent(
  { db, environment, now }: BudgetDeps,
  budget: Budget,
  to: string,
): Promise<boolean> {
  if (environment.rateLimit === 'off') return false;
  const { rows } = await db.execute<{ sends: Record<string, number> }>(
    sql`select sends from ${mailBudgets} where key = ${keyOf(budget, to)}`,
  );
  const times = Object.values(rows[0]?.sends ?? {});
  const since = (ms: number) => times.filter((time) => time > now().getTime() - ms).length;
  return since(hourMs) >= budgets[budget].perHour || since(dayMs) >= budgets[budget].perDay;
}

/** Counts a mail dropped over budget. */
export async function recordDroppedMail(
  { db, log }: { db: Queryable } & Pick<Deps, 'log'>,
  kind: string,
): Promise<void> {
  log.warn({ kind }, 'mail dropped: recipient is over its mail budget');
  await db
    .insert(droppedMails)
    .values({ kind, mails: 1 })
    .onConflictDoUpdate({ target: droppedMails.kind, set: { mails: sql`${droppedMails.mails} + 1` } });
}

/** Deletes the counters of an erased address. */
export async function forgetMailBudget(db: Queryable, address: string): Promise<void> {
  const keys = (Object.keys(budgets) as Budget[]).map((budget) => keyOf(budget, address));
  await db.execute(sql`delete from ${mailBudgets} where key = any(${sql.param(keys)})`);
}

/** Returns one key for all spellings of a mailbox, so that `name+1`, `name+2` share one budget. */
function keyOf(budget: Budget, address: string): string {
  return `${budget}:${createHash('sha256').update(mailboxOf(address)).digest('base64url')}`;
}

const domainsThatIgnoreDots = new Set(['gmail.com', 'googlemail.com']);

function mailboxOf(address: string): string {
  const lowerCase = address.toLowerCase();
  const atSign = lowerCase.lastIndexOf('@');
  const [name, domain] = [lowerCase.slice(0, atSign), lowerCase.slice(atSign + 1)];
  const tagAt = name.indexOf('+', 1);
  const untagged = tagAt === -1 ? name : name.slice(0, tagAt);
  return `${domainsThatIgnoreDots.has(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
