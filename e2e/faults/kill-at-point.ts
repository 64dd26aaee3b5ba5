import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

// Loaded into a shop before it starts (node --import): it kills itself at a named point, the n-th time it gets
// there. `FAULT_POINT=after commit:3`. The product itself has no such points.

export const points = [
  'before order',
  'order written',
  'before commit',
  'after commit',
  'mail written',
] as const;
export type Point = (typeof points)[number];

const [wanted = '', times = '1'] = (process.env.FAULT_POINT ?? '').split(':');
let left = Number(times);

function reach(point: Point): void {
  if (point !== wanted) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

const isOrder = (text: string) => /insert into "?orders"?[\s(]/i.test(text);
const isMail = (text: string) => /^\s*insert into "?mails"?[\s(]/i.test(text);

// biome-ignore lint/suspicious/noExplicitAny: the drivers' own methods have many shapes
type AnyFunction = (...values: any[]) => any;

const placing = new WeakSet<object>();
/** Connections on which a transaction was begun; elsewhere an order is one statement that commits itself. */
const begun = new WeakSet<object>();

function watchPostgres(): void {
  const client = pg.Client.prototype as unknown as { query: AnyFunction };
  const send = client.query;
  client.query = function query(this: pg.Client, ...values: Parameters<AnyFunction>) {
    const text: string = typeof values[0] === 'string' ? values[0] : (values[0]?.text ?? '');
    if (text === 'begin') begun.add(this);
    if (text === 'commit' || text === 'rollback') begun.delete(this);
    const alone = isOrder(text) && !begun.has(this);
    const commits = alone || (text === 'commit' && placing.has(this));
    if (isOrder(text)) {
      placing.add(this);
      reach('before order');
    }
    if (commits) reach('before commit');
    const answer = send.apply(this, values);
    const done = () => {
      if (isOrder(text)) reach('order written');
      if (isMail(text)) reach('mail written');
      if (commits) {
        placing.delete(this);
        reach('after commit');
      }
    };
    // Callbacks, as the pool uses them, know no mails and no orders but these.
    if (answer && typeof answer.then === 'function') answer.then(done, () => {});
    else if (isMail(text)) setTimeout(done, 5);
    return answer;
  };
}

function watchEmbedded(): void {
  const prototype = PGlite.prototype as unknown as { transaction: AnyFunction; query: AnyFunction };
  const { transaction, query } = prototype;
  prototype.transaction = async function run(this: PGlite, work: AnyFunction) {
    let places = false;
    const result = await transaction.call(this, async (tx: { query: AnyFunction }) => {
      const send = tx.query.bind(tx);
      tx.query = async (text: string, ...more: unknown[]) => {
        if (isOrder(text)) reach('before order');
        const answer = await send(text, ...more);
        if (isOrder(text)) {
          places = true;
          reach('order written');
        }
        return answer;
      };
      const done = await work(tx);
      if (places) reach('before commit');
      return done;
    });
    if (places) reach('after commit');
    return result;
  };
  prototype.query = async function one(this: PGlite, text: string, ...more: unknown[]) {
    if (isOrder(text)) {
      reach('before order');
      reach('before commit');
    }
    const answer = await query.call(this, text, ...more);
    if (isOrder(text)) {
      reach('order written');
      reach('after commit');
    }
    if (isMail(text)) reach('mail written');
    return answer;
  };
}

if (wanted !== '') {
  watchPostgres();
  watchEmbedded();
}
