import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

// Preload (`node --import`) that kills the shop at a named point, the n-th time it gets there, such as
// `FAULT_POINT=after commit of order:3`. The product itself has no failpoints.

/** Rows that are written in one transaction with everything that belongs to them. */
type WrittenRow = 'order' | 'event' | 'campaign' | 'device' | 'move' | 'binding';

export type Point =
  | `before ${WrittenRow}`
  | `${WrittenRow} written`
  | `before commit of ${WrittenRow}`
  | `after commit of ${WrittenRow}`
  | 'mail written';

const pointsOf = (written: WrittenRow): Point[] => [
  `before ${written}`,
  `${written} written`,
  `before commit of ${written}`,
  `after commit of ${written}`,
];

/** Points of placing an order and of its confirmation mail. */
export const orderPoints: Point[] = [...pointsOf('order'), 'mail written'];
/** Points of handling a Stripe event. */
export const eventPoints: Point[] = pointsOf('event');
/** Points of sending one batch of a campaign. */
export const campaignPoints: Point[] = pointsOf('campaign');

/** Points of receiving a device, moving it, and packing it or shipping its order. */
export const devicePoints: Point[] = [...pointsOf('device'), ...pointsOf('move'), ...pointsOf('binding')];

/** Environment of a shop that kills itself at the point. */
export function killSettings(point: Point, times: number): Record<string, string> {
  return { FAULT_POINT: `${point}:${times}`, NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}` };
}

const [targetPoint = '', times = '1'] = (process.env.FAULT_POINT ?? '').split(':');
let left = Number(times);

function reach(point: Point): void {
  if (point !== targetPoint) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const statements: Record<WrittenRow, RegExp> = {
  order: /insert into "?orders"?[\s(]/i,
  event: /insert into "?stripe_events"?[\s(]/i,
  campaign: /^update "?newsletter_campaigns"?\s/i,
  device: /insert into "?units"?[\s(]/i,
  move: /^update "?units"? set .*"state" =/i,
  binding: /insert into "?order_item_units"?[\s(]/i,
};

function writtenBy(text: string): WrittenRow | undefined {
  return (Object.keys(statements) as WrittenRow[]).find((written) => statements[written].test(text));
}

const isMail = (text: string) => /^\s*insert into "?mails"?[\s(]/i.test(text);
/** A last statement can end with the commit. */
const isCommit = (text: string) => /\bcommit$/.test(text);

// biome-ignore lint/suspicious/noExplicitAny: the drivers' own methods have many shapes
type AnyFunction = (...values: any[]) => any;

const writing = new WeakMap<object, WrittenRow>();
/** Connections inside a transaction. */
const begun = new WeakSet<object>();

function watchPostgres(): void {
  const client = pg.Client.prototype as unknown as { query: AnyFunction };
  const send = client.query;
  client.query = function query(this: pg.Client, ...values: Parameters<AnyFunction>) {
    const text: string = typeof values[0] === 'string' ? values[0] : (values[0]?.text ?? '');
    const written = writtenBy(text);
    if (text === 'begin') begun.add(this);
    if (written) {
      // The first one, as below: packing writes a binding and then moves its device.
      if (!writing.has(this)) writing.set(this, written);
      reach(`before ${written}`);
    }
    const commits = isCommit(text) || (written && !begun.has(this)) ? writing.get(this) : undefined;
    if (commits) reach(`before commit of ${commits}`);
    if (commits || isCommit(text) || text === 'rollback') {
      begun.delete(this);
      writing.delete(this);
    }
    const answer = send.apply(this, values);
    const done = () => {
      if (written) reach(`${written} written`);
      if (isMail(text)) reach('mail written');
      if (commits) reach(`after commit of ${commits}`);
    };
    // The pool also passes callbacks; they carry no mails, orders or events.
    if (answer && typeof answer.then === 'function') answer.then(done, () => {});
    else if (isMail(text)) setTimeout(done, 5);
    return answer;
  };
}

function watchEmbedded(): void {
  const prototype = PGlite.prototype as unknown as { transaction: AnyFunction; query: AnyFunction };
  const { transaction, query } = prototype;
  prototype.transaction = async function run(this: PGlite, work: AnyFunction) {
    let writes: WrittenRow | undefined;
    const result = await transaction.call(this, async (tx: { query: AnyFunction }) => {
      const send = tx.query.bind(tx);
      tx.query = async (text: string, ...more: unknown[]) => {
        const written = writtenBy(text);
        if (written) reach(`before ${written}`);
        const answer = await send(text, ...more);
        if (written) reach(`${written} written`);
        writes ??= written;
        return answer;
      };
      const done = await work(tx);
      if (writes) reach(`before commit of ${writes}`);
      return done;
    });
    if (writes) reach(`after commit of ${writes}`);
    return result;
  };
  prototype.query = async function one(this: PGlite, text: string, ...more: unknown[]) {
    const written = writtenBy(text);
    if (written) {
      reach(`before ${written}`);
      reach(`before commit of ${written}`);
    }
    const answer = await query.call(this, text, ...more);
    if (written) {
      reach(`${written} written`);
      reach(`after commit of ${written}`);
    }
    if (isMail(text)) reach('mail written');
    return answer;
  };
}

if (targetPoint !== '') {
  watchPostgres();
  watchEmbedded();
}
