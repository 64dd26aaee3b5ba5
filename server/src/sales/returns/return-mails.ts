import { cents } from '@reprise/contract/money';
import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import { dayIn } from '@reprise/contract/time-zone';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import type { MailReaders } from '../../foundations/notifications/mail-requests.ts';
import { readSettings } from '../../foundations/settings/settings.queries.ts';
import { readTimeZone } from '../../foundations/settings/store-days.ts';
import { accessTokenOf } from '../orders/order-access.ts';
import { orders } from '../orders/orders.tables.ts';
import { findNewestLabel } from './labels/label-of-return.ts';
import { readReturn } from './return.queries.ts';
import { returns } from './returns.tables.ts';

type MailDeps = Pick<Deps, 'db' | 'environment' | 'secret' | 'now'>;

/** Readers of the mails about a case: to its customer at each step, to the store when it waits for approval. */
export function returnMailReaders(
  deps: MailDeps,
): Pick<MailReaders, 'return-update' | 'return-opened' | 'return-overdue'> {
  const { db, environment, secret, now } = deps;
  const readForStore = async (returnId: string) => {
    const found = await readCase(deps, returnId);
    if (!found) return null;
    const { stored, items } = found;
    return {
      items,
      to: (await readSettings(db)).storeEmail,
      number: stored.number,
      orderNumber: stored.orderNumber,
      answerBy: dayFor(stored.answerBy, await readTimeZone(db)),
      url: `${environment.publicUrl}/admin/returns/${stored.number}`,
    };
  };
  return {
    'return-update': async ({ kind, eventKey, step, returnId, settlement }) => {
      const found = await readCase(deps, returnId);
      if (!found || found.order.email === '') return null;
      const { order, stored, items } = found;
      const timeZone = await readTimeZone(db);
      const token = accessTokenOf(secret, order, now());
      return {
        kind,
        eventKey,
        step,
        items,
        to: order.email,
        firstName: order.firstName,
        number: stored.number,
        orderNumber: stored.orderNumber,
        openedAt: stored.createdAt,
        sendBy: dayFor(stored.sendBy, timeZone),
        answerBy: dayFor(stored.answerBy, timeZone),
        labelBy: stored.labelBy,
        label: stored.label?.isUsed ? `${stored.label.carrier} ${stored.label.service}` : '',
        hadLabel: found.hadLabel,
        labelDeduction: settlement?.label ?? stored.labelDeduction,
        sendTo: stored.sendTo,
        instructions: stored.instructions,
        wish: stored.wish,
        amount: settlement?.amount ?? stored.amount,
        totalAmount: settlement?.totalAmount ?? cents(0),
        missing: namesOf(stored.lines.filter(({ match }) => match === 'missing')),
        exchanged: namesOf(stored.lines.filter(({ match }) => match === 'other')),
        ...newestEnds(stored.lines, settlement?.settledAt),
        refuseReason: stored.refuseReason,
        url: `${environment.publicUrl}${pageOf(step, stored)}#token=${token}`,
      };
    },
    'return-opened': async ({ kind, eventKey, returnId }) => {
      const mail = await readForStore(returnId);
      return mail && { kind, eventKey, ...mail };
    },
    'return-overdue': async ({ kind, eventKey, returnId }) => {
      const mail = await readForStore(returnId);
      return mail && { kind, eventKey, ...mail };
    },
  };
}

/** Reads a case with the customer of its order, for mails; null once it is gone. */
async function readCase(deps: MailDeps, returnId: string) {
  const { db } = deps;
  const [found] = await db
    .select({
      order: {
        id: orders.id,
        accessVersion: orders.accessVersion,
        email: orders.email,
        firstName: orders.firstName,
      },
    })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(returns.id, returnId));
  if (!found) return null;
  const stored = await readReturn(deps, returnId, true);
  const items = stored.lines.map(({ product, unit, quantity }) =>
    unit ? `${product.name} (${unit})` : `${quantity} × ${product.name}`,
  );
  const label = await findNewestLabel(db, { id: returnId, orderId: found.order.id });
  return { order: found.order, stored, items, hadLabel: label !== undefined && label.state !== 'buying' };
}

/** Returns the page that a mail leads to: that of the return while something is to be printed. */
const pageOf = (step: string, { orderNumber, number }: { orderNumber: string; number: string }) =>
  ['approved', 'label', 'reminder'].includes(step)
    ? `/orders/${orderNumber}/return?return=${number}`
    : `/orders/${orderNumber}`;

/** Returns noon of a day of the store, which mails write as that day. */
const dayFor = (end: string | null, timeZone: string): string | null =>
  end && `${dayIn(timeZone, new Date(end))}T12:00:00.000Z`;

const namesOf = (lines: readonly ReturnLine[]) => lines.map(({ product }) => product.name);

/** Returns what ended at a time, else last: how, what is taken off, and the parcel it left in. */
function newestEnds(lines: readonly ReturnLine[], endedAt?: string) {
  const newest =
    endedAt ??
    lines.reduce((latest, { settledAt }) => ((settledAt ?? '') > latest ? (settledAt ?? '') : latest), '');
  const ended = lines.filter(({ settledAt }) => settledAt === newest);
  const [first] = ended;
  return {
    deductions: ended.flatMap(({ product, deductions }) =>
      deductions.map(({ note, amount }) => ({ item: product.name, note, amount })),
    ),
    retained: ended.flatMap(({ product, restockingPercent: percent, endedAs, match }) =>
      percent > 0 && endedAs === 'refunded' && match !== 'lost' ? [{ item: product.name, percent }] : [],
    ),
    waiting: namesOf(lines.filter(({ settledAt }) => settledAt === null)),
    byHand: namesOf(ended.filter(({ endedAs }) => endedAs === 'by-hand')),
    kept: namesOf(ended.filter(({ endedAs }) => endedAs === 'rejected')),
    byBank: namesOf(ended.filter(({ endedAs }) => endedAs === 'by-bank')),
    sentBack: ended.map(({ match, product }) =>
      match === 'other' ? `the device that came instead of ${product.name}` : product.name,
    ),
    isRepaired: ended.some(({ endedAs }) => endedAs === 'repaired'),
    parcel: first ? [first.backCarrier, first.backTrackingNumber].filter(Boolean).join(' ') : '',
    replaced: ended.flatMap(({ replacement, quantity }) =>
      replacement?.order ? [`${quantity} × ${replacement.product.name}`] : [],
    ),
    replacements: [...new Set(ended.flatMap(({ replacement }) => replacement?.order ?? []))],
  };
}
