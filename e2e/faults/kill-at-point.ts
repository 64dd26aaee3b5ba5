import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

// Preload (`node --import`) that kills the shop at a named point, the n-th time it gets there, such as
// `FAULT_POINT=after commit of order:3`. The product itself has no failpoints.

/** Rows that are written in one transaction with everything that belongs to them. */
type Written = 'order' | 'event' | 'edition';

export type Point =
  | `before ${Written}`
  | `${Written} written`
  | `before commit of ${Written}`
  | `after commit of ${Written}`
  | 'mail written';

const pointsOf = (what: Written): Point[] => [
  `before ${what}`,
  `${what} written`,
  `before commit of ${what}`,
  `after commit of ${what}`,
];

/** Points of placing an order and of its confirmation mail. */
export const orderPoints: Point[] = [...pointsOf('order'), 'mail written'];
/** Points of handling a Stripe event. */
export const eventPoints: Point[] = pointsOf('event');
/** Points of sending one batch of a campaign. */
export const editionPoints: Point[] = pointsOf('edition');

/** Environment of a shop that kills itself at the point. */
export function killedAt(point: Point, times: number): Record<string, string> {
  return { FAULT_POINT: `${point}:${times}`, NODE_OPTIONS: `--import=${fileURLToPath(import.meta.url)}` };
}

const [wanted = '', times = '1'] = (process.env.FAULT_POINT ?? '').split(':');
let left = Number(times);

function reach(point: Point): void {
  if (point !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const statements: Record<Written, RegExp> = {
  order: /insert into "?orders"?[\s(]/i,
  event: /insert into "?stripe_events"?[\s(]/i,
  edition: /^update "?newsletter_editions"?\s/i,
};

function writtenBy(text: string): Written | undefined {
  return (Object.keys(statements) as Written[]).find((what) => statements[what].test(text));
}

const isMail = (text: string) => /^\s*insert into "?mails"?[\s(]/i.test(text);
/** A last statement can end with the commit. */
const isCommit = (text: string) => /\bcommit$/.test(text);

// biome-ignore lint/suspicious/noExplicitAny: the drivers' own methods have many shapes
type AnyFunction = (...values: any[]) => any;

const writing = new WeakMap<object, Written>();
/** Connections inside a transaction; elsewhere an order is one statement in auto-commit mode. */
const begun = new WeakSet<object>();

function watchPostgres(): void {
  const client = pg.Client.prototype as unknown as { query: AnyFunction };
  const send = client.query;
  client.query = function query(this: pg.Client, ...values: Parameters<AnyFunction>) {
    const text: string = typeof values[0] === 'string' ? values[0] : (values[0]?.text ?? '');
    const what = writtenBy(text);
    if (text === 'begin') begun.add(this);
    if (what) {
      writing.set(this, what);
      reach(`before ${what}`);
    }
    const commits = isCommit(text) || (what && !begun.has(this)) ? writing.get(this) : undefined;
    if (commits) reach(`before commit of ${commits}`);
    if (commits || isCommit(text) || text === 'rollback') {
      begun.delete(this);
      writing.delete(this);
    }
    const answer = send.apply(this, values);
    const done = () => {
      if (what) reach(`${what} written`);
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
    let writes: Written | undefined;
    const result = await transaction.call(this, async (tx: { query: AnyFunction }) => {
      const send = tx.query.bind(tx);
      tx.query = async (text: string, ...more: unknown[]) => {
        const what = writtenBy(text);
        if (what) reach(`before ${what}`);
        const answer = await send(text, ...more);
        if (what) reach(`${what} written`);
        writes ??= what;
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
    const what = writtenBy(text);
    if (what) {
      reach(`before ${what}`);
      reach(`before commit of ${what}`);
    }
    const answer = await query.call(this, text, ...more);
    if (what) {
      reach(`${what} written`);
      reach(`after commit of ${what}`);
    }
    if (isMail(text)) reach('mail written');
    return answer;
  };
}

if (wanted !== '') {
  watchPostgres();
  watchEmbedded();
}
