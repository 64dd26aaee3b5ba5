import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { users } from '../identity/identity.tables.ts';
import { orders } from '../orders/orders.tables.ts';
import type { Queryable } from '../platform/database/database.ts';
import { prepared } from '../platform/database/prepared.ts';
import type { Deps } from '../platform/deps.ts';
import { droppedMails, mailBudgets } from './mail-budget.tables.ts';
import type { MailContent } from './templates/mail-content.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Mails that anybody can cause without paying, per address. `visitor` counts them for addresses that nobody proved, and
 * mails about a change of e-mail whatever the address. `reset` and `verification` are their own, so that no other mail
 * a stranger causes keeps the owner of an account from them.
 */
const budgets = {
  visitor: { perHour: 3, perDay: 10 },
  reset: { perHour: 3, perDay: 72 },
  verification: { perHour: 3, perDay: 72 },
} as const;
type Budget = keyof typeof budgets;

type BudgetDeps = Pick<Deps, 'environment' | 'now'> & { db: Queryable };

/** The budget that a mail is counted in; null for mails that are never held back. */
export function budgetOf(content: MailContent, isProved: boolean): Budget | null {
  switch (content.kind) {
    case 'password-reset':
      return 'reset';
    case 'verify-email':
      return 'verification';
    case 'email-change':
    case 'email-in-use':
    case 'privacy-request':
      return 'visitor';
    // A thief who could spend the budget would keep the undo link from the owner of a changed address.
    case 'security-notice':
    // The sign-in link is counted where it is asked for.
    case 'sign-in-link':
    case 'invitation':
    case 'newsletter':
    case 'test':
    case 'low-stock':
    case 'support-message':
      return null;
    default:
      return isProved || ('order' in content && isPaid(content.order)) ? null : 'visitor';
  }
}

function isPaid({ paymentStatus }: { paymentStatus: string }): boolean {
  return paymentStatus !== 'unpaid' && paymentStatus !== 'started';
}

/** True for the confirmed e-mail of an account and for the e-mail of a paid order. */
export async function isProvedAddress(db: Queryable, address: string): Promise<boolean> {
  const [row] = await proved(db, { address });
  return row?.isProved ?? false;
}

const proved = prepared<{ isProved: boolean }>(
  'proved address',
  sql`select exists (select from ${users} where ${users.email} = ${sql.placeholder('address')}::text and ${users.emailVerified})
    or exists (select from ${orders} where ${orders.email} = ${sql.placeholder('address')}::text
      and ${orders.paymentStatus} in ('paid', 'partly-refunded', 'refunded')) as "isProved"`,
);

/** Counts a mail and returns true, or returns false where the budget of its address is spent. Exact under parallel calls. */
export async function spendMailBudget(
  { db, environment, now }: BudgetDeps,
  budget: Budget,
  { to, eventKey }: { to: string; eventKey: string },
): Promise<boolean> {
  if (environment.rateLimit === 'off') return true;
  const at = now().getTime();
  const rows = await spend(db, {
    key: keyOf(budget, to),
    event: eventKey,
    now: at,
    hourAgo: at - hourMs,
    dayAgo: at - dayMs,
    ...budgets[budget],
    expiresAt: new Date(at + dayMs).toISOString(),
  });
  return rows.length > 0;
}

const given = sql.placeholder;
const sendsSince = (time: string) =>
  sql`(select count(*) from jsonb_each_text(${mailBudgets.sends}) as send where send.value::bigint > ${given(time)}::bigint)`;

// The row lock of the upsert makes parallel calls for one address count one after the other.
const spend = prepared<{ key: string }>(
  'spend mail budget',
  sql`insert into ${mailBudgets} (key, sends, expires_at)
    values (${given('key')}::text, jsonb_build_object(${given('event')}::text, ${given('now')}::bigint), ${given('expiresAt')}::timestamptz)
    on conflict (key) do update set
      sends = (select coalesce(jsonb_object_agg(send.key, send.value), '{}') from jsonb_each(${mailBudgets.sends}) as send
        where (send.value #>> '{}')::bigint > ${given('dayAgo')}::bigint) || excluded.sends,
      expires_at = excluded.expires_at
    where jsonb_exists(${mailBudgets.sends}, ${given('event')}::text)
      or (${sendsSince('hourAgo')} < ${given('perHour')}::integer and ${sendsSince('dayAgo')} < ${given('perDay')}::integer)
    returning key`,
);

/** True where another mail to this address would not be sent now. */
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

/** Counts a mail that was not sent because the budget of its address is spent. */
export async function recordDroppedMail(
  { db, log }: { db: Queryable } & Pick<Deps, 'log'>,
  kind: string,
): Promise<void> {
  log.warn({ kind }, 'mail dropped: the budget of its address is spent');
  await db
    .insert(droppedMails)
    .values({ kind, mails: 1 })
    .onConflictDoUpdate({ target: droppedMails.kind, set: { mails: sql`${droppedMails.mails} + 1` } });
}

/** Removes the counts of an address with the person. */
export async function forgetMailBudget(db: Queryable, address: string): Promise<void> {
  const keys = (Object.keys(budgets) as Budget[]).map((budget) => keyOf(budget, address));
  await db.execute(sql`delete from ${mailBudgets} where key = any(${sql.param(keys)})`);
}

/** One key for all spellings of a mailbox, so that nobody gets past its budget by writing to `name+1`, `name+2`. */
function keyOf(budget: Budget, address: string): string {
  return `${budget}:${createHash('sha256').update(mailboxOf(address)).digest('base64url')}`;
}

const domainsThatIgnoreDots = new Set(['gmail.com', 'googlemail.com']);

function mailboxOf(address: string): string {
  const lowerCase = address.toLowerCase();
  const at = lowerCase.lastIndexOf('@');
  const [name, domain] = [lowerCase.slice(0, at), lowerCase.slice(at + 1)];
  const tagAt = name.indexOf('+', 1);
  const untagged = tagAt === -1 ? name : name.slice(0, tagAt);
  return `${domainsThatIgnoreDots.has(domain) ? untagged.replaceAll('.', '') : untagged}@${domain}`;
}
