import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/test-database.ts';
import { bigCents, createdAt, id, updatedAt } from './columns.ts';
import { inTransaction } from './database.ts';
import { databaseFault } from './database-fault.ts';
import { newId } from './new-id.ts';

const database = await openTestDatabase();
const { db } = database;

const things = pgTable('test_things', {
  id: id(),
  name: text('name').notNull().unique('test_things_name'),
  stock: integer('stock').notNull().default(0),
  worth: bigCents('worth'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

beforeAll(async () => {
  await db.execute(sql`
    create table test_things (
      id text primary key,
      name text not null constraint test_things_name unique,
      stock integer not null default 0 constraint test_things_stock check (stock >= 0),
      worth bigint,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`);
});

beforeEach(async () => {
  await db.delete(things);
});

const insertThing = (name: string) => ({ id: newId('thg'), name });
const causeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  return (error?.cause as Error | undefined)?.message ?? error?.message;
};

describe('transactions', () => {
  test('commit what was done and hand on the result', async () => {
    const name = await inTransaction(db, async (tx) => {
      await tx.insert(things).values(insertThing('lamp'));
      const [thing] = await tx.select().from(things);
      return thing?.name;
    });
    expect(name).toBe('lamp');
    expect(await db.$count(things)).toBe(1);
  });

  test('leave nothing behind when the work fails', async () => {
    const work = inTransaction(db, async (tx) => {
      await tx.insert(things).values(insertThing('lamp'));
      throw new Error('no lamp');
    });
    await expect(work).rejects.toThrow('no lamp');
    expect(await db.$count(things)).toBe(0);
  });

  test('fail when a statement failed, even if the work swallowed its error', async () => {
    await db.insert(things).values(insertThing('lamp'));
    const work = inTransaction(db, async (tx) => {
      await tx.insert(things).values(insertThing('chair'));
      await tx
        .insert(things)
        .values(insertThing('lamp'))
        .catch(() => {});
    });
    await expect(work).rejects.toThrow();
    expect(await db.$count(things)).toBe(1);
  });

  test('refuse the outer handle inside at once instead of waiting for themselves', async () => {
    await inTransaction(db, async (tx) => {
      expect(await causeOf(db.select().from(things).execute())).toMatch('use its tx');
      expect(await causeOf(inTransaction(db, async () => {}))).toMatch('use its tx');
      await tx.insert(things).values(insertThing('lamp'));
    });
    expect(await db.$count(things)).toBe(1);
  });

  test('let others use the outer handle meanwhile and afterwards', async () => {
    const started = Promise.withResolvers<void>();
    const other = started.promise.then(() => db.$count(things));
    let later: Promise<number> | undefined;
    const finished = Promise.withResolvers<void>();
    await inTransaction(db, async (tx) => {
      started.resolve();
      await tx.insert(things).values(insertThing('lamp'));
      later = finished.promise.then(() => db.$count(things));
    });
    finished.resolve();
    expect(await other).toBeLessThanOrEqual(1);
    expect(await later).toBe(1);
  });

  test('cannot be used after their end', async () => {
    const leaked = await inTransaction(db, async (tx) => ({ tx }));
    expect(await causeOf(leaked.tx.select().from(things).execute())).toMatch(/transaction is closed/i);
  });

  test('are tried again as a whole when a rival made them fail, three times at most', async () => {
    let tries = 0;
    const rival = sql`do $$ begin raise exception 'rival' using errcode = '40001'; end $$`;
    const lucky = inTransaction(db, async (tx) => {
      tries += 1;
      await tx.insert(things).values(insertThing(`try ${tries}`));
      if (tries < 3) await tx.execute(rival);
    });
    await lucky;
    expect((await db.select().from(things)).map((thing) => thing.name)).toEqual(['try 3']);

    tries = 0;
    const unlucky = inTransaction(db, async (tx) => {
      tries += 1;
      await tx.execute(rival);
    });
    expect(databaseFault(await unlucky.catch((error) => error))).toEqual({ kind: 'contention' });
    expect(tries).toBe(3);
  });

  test('are not tried again for any other reason', async () => {
    let tries = 0;
    const work = inTransaction(db, async () => {
      tries += 1;
      throw new Error('ours');
    });
    await expect(work).rejects.toThrow('ours');
    expect(tries).toBe(1);
  });

  test('many at once, all through', async () => {
    const [thing] = await db.insert(things).values(insertThing('lamp')).returning();
    const take = () =>
      inTransaction(db, (tx) =>
        tx
          .update(things)
          .set({ stock: sql`${things.stock} + 1` })
          .where(eq(things.id, thing?.id ?? '')),
      );
    await Promise.all(Array.from({ length: 30 }, take));
    expect(await db.select({ stock: things.stock }).from(things)).toEqual([{ stock: 30 }]);
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
    const timestamptz = new Date('2026-03-01T10:00:00.123Z');
    await db
      .insert(things)
      .values({ ...insertThing('lamp'), worth: 9007199254740991 as never, createdAt: timestamptz });
    const [thing] = await db.select().from(things);
    expect(thing).toMatchObject({ worth: 9007199254740991, createdAt: timestamptz });
    expect(thing?.updatedAt).toBeInstanceOf(Date);
    const [found] = await db
      .select({ name: things.name })
      .from(things)
      .where(eq(things.createdAt, timestamptz));
    expect(found).toEqual({ name: 'lamp' });
  });

  test('similarity search is there', async () => {
    const { rows } = await db.execute(sql`select similarity('iphone', 'ipone') > 0.3 as alike`);
    expect(rows).toEqual([{ alike: true }]);
  });

  test('lower case and byte order do not depend on the machine', async () => {
    const { rows } = await db.execute(sql`
      select lower('ÉCRAN') as lower, array(select n collate "C" from unnest(array['b', 'B', 'é', 'a']) n order by 1) as sorted`);
    expect(rows).toEqual([{ lower: 'écran', sorted: ['B', 'a', 'b', 'é'] }]);
  });
});

describe('faults have names', () => {
  const faultOf = async (work: PromiseLike<unknown>) => {
    try {
      await work;
    } catch (error) {
      return databaseFault(error);
    }
    return 'no error';
  };

  test('broken constraints, with the constraint', async () => {
    await db.insert(things).values(insertThing('lamp'));
    expect(await faultOf(db.insert(things).values(insertThing('lamp')))).toEqual({
      kind: 'unique',
      constraint: 'test_things_name',
      table: 'test_things',
    });
    expect(await faultOf(db.update(things).set({ stock: -1 }))).toEqual({
      kind: 'check',
      constraint: 'test_things_stock',
      table: 'test_things',
    });
  });

  test('text that cannot be stored', async () => {
    expect(await faultOf(db.insert(things).values(insertThing('a\0b')))).toEqual({ kind: 'unstorableText' });
  });

  test('a mistake of ours has none', async () => {
    expect(await faultOf(db.execute(sql`select nonsense`))).toBeUndefined();
    expect(databaseFault(new Error('ours'))).toBeUndefined();
    expect(databaseFault('text')).toBeUndefined();
  });
});

test('answers to a ping', async () => {
  await database.ping();
});
