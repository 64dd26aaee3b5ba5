import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { byName } from './by-name.ts';
import { cents, createdAt, id, updatedAt } from './columns.ts';
import { inTransaction } from './database.ts';
import { databaseFault } from './database-fault.ts';
import { newId } from './new-id.ts';

const database = await openTestDatabase();
const { db } = database;

const items = pgTable('test_items', {
  id: id(),
  name: text('name').notNull().unique('test_items_name'),
  stock: integer('stock').notNull().default(0),
  worth: cents('worth'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

beforeAll(async () => {
  await db.execute(sql`
    create table test_items (
      id text primary key,
      name text not null constraint test_items_name unique,
      stock integer not null default 0 constraint test_items_stock check (stock >= 0),
      worth bigint,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
});

beforeEach(async () => {
  await db.delete(items);
});

const newItem = (name: string) => ({ id: newId('thg'), name });
const causeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  return (error?.cause as Error | undefined)?.message ?? error?.message;
};

describe('transactions', () => {
  test('commit their writes and return the result', async () => {
    const name = await inTransaction(db, async (tx) => {
      await tx.insert(items).values(newItem('lamp'));
      const [item] = await tx.select().from(items);
      return item?.name;
    });
    expect(name).toBe('lamp');
    expect(await db.$count(items)).toBe(1);
  });

  test('roll back when the work throws', async () => {
    const work = inTransaction(db, async (tx) => {
      await tx.insert(items).values(newItem('lamp'));
      throw new Error('no lamp');
    });
    await expect(work).rejects.toThrow('no lamp');
    expect(await db.$count(items)).toBe(0);
  });

  test('throw when a statement failed even if the work caught its error', async () => {
    await db.insert(items).values(newItem('lamp'));
    const work = inTransaction(db, async (tx) => {
      await tx.insert(items).values(newItem('chair'));
      await tx
        .insert(items)
        .values(newItem('lamp'))
        .catch(() => {});
    });
    await expect(work).rejects.toThrow();
    expect(await db.$count(items)).toBe(1);
  });

  test('throw at once when the outer handle is used inside instead of deadlocking', async () => {
    await inTransaction(db, async (tx) => {
      expect(await causeOf(db.select().from(items).execute())).toMatch('use its tx');
      expect(await causeOf(inTransaction(db, async () => {}))).toMatch('use its tx');
      await tx.insert(items).values(newItem('lamp'));
    });
    expect(await db.$count(items)).toBe(1);
  });

  test('do not block the outer handle for other callers, during or after', async () => {
    const started = Promise.withResolvers<void>();
    const other = started.promise.then(() => db.$count(items));
    let later: Promise<number> | undefined;
    const finished = Promise.withResolvers<void>();
    await inTransaction(db, async (tx) => {
      started.resolve();
      await tx.insert(items).values(newItem('lamp'));
      later = finished.promise.then(() => db.$count(items));
    });
    finished.resolve();
    expect(await other).toBeLessThanOrEqual(1);
    expect(await later).toBe(1);
  });

  test('throw when used after their end', async () => {
    const leaked = await inTransaction(db, async (tx) => ({ tx }));
    expect(await causeOf(leaked.tx.select().from(items).execute())).toMatch(/transaction is closed/i);
  });

  test('are retried as a whole after a serialization failure, three times at most', async () => {
    let tries = 0;
    const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`;
    const succeeding = inTransaction(db, async (tx) => {
      tries += 1;
      await tx.insert(items).values(newItem(`try ${tries}`));
      if (tries < 3) await tx.execute(conflict);
    });
    await succeeding;
    expect((await db.select().from(items)).map((item) => item.name)).toEqual(['try 3']);

    tries = 0;
    const failing = inTransaction(db, async (tx) => {
      tries += 1;
      await tx.execute(conflict);
    });
    expect(databaseFault(await failing.catch((error) => error))).toEqual({ kind: 'contention' });
    expect(tries).toBe(3);
  });

  test('are not retried for any other error', async () => {
    let tries = 0;
    const work = inTransaction(db, async () => {
      tries += 1;
      throw new Error('ours');
    });
    await expect(work).rejects.toThrow('ours');
    expect(tries).toBe(1);
  });

  test('all commit when thirty update the same row', async () => {
    const [item] = await db.insert(items).values(newItem('lamp')).returning();
    const take = () =>
      inTransaction(db, (tx) =>
        tx
          .update(items)
          .set({ stock: sql`${items.stock} + 1` })
          .where(eq(items.id, item?.id ?? '')),
      );
    await Promise.all(Array.from({ length: 30 }, take));
    expect(await db.select({ stock: items.stock }).from(items)).toEqual([{ stock: 30 }]);
  });
});

describe('values are the same on both databases', () => {
  test('in rows of plain SQL', async () => {
    const { rows } = await db.execute(sql`
      select 9007199254740991::bigint as safe, 9007199254740993::bigint as unsafe, 12.5::numeric as number,
        count(*) as counted, sum(3::bigint) as summed, avg(2) as average, true as flag, null as nothing,
        timestamptz '2026-03-01 12:00:00.123+02' as timestamptz, date '2026-03-01' as day,
        date_trunc('day', timestamptz '2026-03-01 00:30:00+02') as utc_day, jsonb_build_object('a', 1) as json
      from (select 1) as one`);
    expect(rows).toEqual([
      {
        safe: 9007199254740991,
        unsafe: 9007199254740993n,
        number: 12.5,
        counted: 1,
        summed: 3,
        average: 2,
        flag: true,
        nothing: null,
        timestamptz: new Date('2026-03-01T10:00:00.123Z'),
        day: '2026-03-01',
        utc_day: new Date('2026-02-28T00:00:00Z'),
        json: { a: 1 },
      },
    ]);
  });

  test('in typed columns', async () => {
    const createdAt = new Date('2026-03-01T10:00:00.123Z');
    await db.insert(items).values({ ...newItem('lamp'), worth: 9007199254740991 as never, createdAt });
    const [item] = await db.select().from(items);
    expect(item).toMatchObject({ worth: 9007199254740991, createdAt });
    expect(item?.updatedAt).toBeInstanceOf(Date);
    const [match] = await db.select({ name: items.name }).from(items).where(eq(items.createdAt, createdAt));
    expect(match).toEqual({ name: 'lamp' });
  });

  test('similarity search is available', async () => {
    const { rows } = await db.execute(sql`select similarity('iphone', 'ipone') > 0.3 as similar`);
    expect(rows).toEqual([{ similar: true }]);
  });

  test('names sort in the order of Unicode', async () => {
    const { rows } = await db.execute(sql`select array(select name from
      unnest(array['Zebra', 'カメラ', 'apple', 'Éclair', 'äpfel', 'Apple', 'banana', 'Телефон']) name
      order by ${byName(sql`name`)}) as sorted`);
    const sorted = ['äpfel', 'apple', 'Apple', 'banana', 'Éclair', 'Zebra', 'Телефон', 'カメラ'];
    expect(rows).toEqual([{ sorted }]);
  });

  test('lower case and byte order do not depend on the machine', async () => {
    const { rows } = await db.execute(sql`
      select lower('ÉCRAN') as lower, array(select n collate "C" from unnest(array['b', 'B', 'é', 'a']) n order by 1) as sorted`);
    expect(rows).toEqual([{ lower: 'écran', sorted: ['B', 'a', 'b', 'é'] }]);
  });
});

describe('databaseFault', () => {
  const faultOf = async (work: PromiseLike<unknown>) => {
    try {
      await work;
    } catch (error) {
      return databaseFault(error);
    }
    return 'no error';
  };

  test('names a violated constraint', async () => {
    await db.insert(items).values(newItem('lamp'));
    expect(await faultOf(db.insert(items).values(newItem('lamp')))).toEqual({
      kind: 'unique',
      constraint: 'test_items_name',
      table: 'test_items',
    });
    expect(await faultOf(db.update(items).set({ stock: -1 }))).toEqual({
      kind: 'check',
      constraint: 'test_items_stock',
      table: 'test_items',
    });
  });

  test('recognizes text that cannot be stored', async () => {
    expect(await faultOf(db.insert(items).values(newItem('a\0b')))).toEqual({ kind: 'unstorableText' });
  });

  test('is undefined for a programming error', async () => {
    expect(await faultOf(db.execute(sql`select nonsense`))).toBeUndefined();
    expect(databaseFault(new Error('ours'))).toBeUndefined();
    expect(databaseFault('text')).toBeUndefined();
  });
});

test('responds to a ping', async () => {
  await database.ping();
});
