import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../../test/test-database.ts';

const { db } = await openTestDatabase();

async function baseColorOf(options: object): Promise<string | null> {
  const { rows } = await db.execute<{ color: string | null }>(
    sql`select base_color(${JSON.stringify(options)}::jsonb) as color`,
  );
  return rows[0]?.color ?? null;
}

test.each([
  ['Midnight', '#2b333d', 'Black'],
  ['Space Black', '#2f2f31', 'Black'],
  ['Obsidian', '#34373c', 'Black'],
  ['Space Gray', '#4a4b4f', 'Gray'],
  ['Natural Titanium', '#8f8a81', 'Gray'],
  ['Platinum', '#c9cbce', 'Silver'],
  ['Starlight', '#e5ddd0', 'White'],
  ['Porcelain', '#ece6dc', 'White'],
  ['Navy', '#2d3750', 'Blue'],
  ['Blue Titanium', '#3b4757', 'Blue'],
  ['Sky Blue', '#c2d0de', 'Blue'],
  ['Sage', '#aebb9c', 'Green'],
  ['Electric Lime', '#c9dd4e', 'Green'],
  ['Phantom Green', '#3d4b42', 'Green'],
  ['Lavender', '#cdc3df', 'Purple'],
  ['Deep Purple', '#4c2a6b', 'Purple'],
  ['Coral', '#f0837c', 'Pink'],
  ['Pink', '#f3d3cd', 'Pink'],
  ['Product Red', '#a50011', 'Red'],
  ['Orange', '#f08a24', 'Orange'],
  ['Yellow', '#f2d45c', 'Yellow'],
  ['Gold', '#e3c6ae', 'Gold'],
  ['Caramel', '#b18d6b', 'Brown'],
  ['Umber', '#5d4440', 'Brown'],
])('the code of %s, %s, is %s', async (color, colorHex, base) => {
  expect(await baseColorOf({ color, colorHex })).toBe(base);
});

test('guesses no base color from a name', async () => {
  expect(await baseColorOf({ color: 'Midnight' })).toBe('Midnight');
  expect(await baseColorOf({ color: 'Midnight', colorHex: 'blackish' })).toBe('Midnight');
  expect(await baseColorOf({ storage: '64 GB' })).toBeNull();
});

test('follows the color code of a configuration', async () => {
  await db.execute(
    sql`insert into product_families (id, slug, name, brand) values ('fam', 'fam', 'Fam', 'Acme')`,
  );
  await db.execute(sql`insert into device_models (model_key, family_id, name, brand, identifiers, options)
    values ('one', 'fam', 'One', 'Acme', '{serial}', '{"color": "Midnight", "colorHex": "#2b333d"}')`);
  const read = async () =>
    (await db.execute<{ base_color: string | null }>(sql`select base_color from device_models`)).rows[0];
  expect(await read()).toEqual({ base_color: 'Black' });
  await db.execute(sql`update device_models set options = '{"color": "Blue", "colorHex": "#2f6482"}'`);
  expect(await read()).toEqual({ base_color: 'Blue' });
  await db.execute(sql`update device_models set options = '{"color": "Midnight"}'`);
  expect(await read()).toEqual({ base_color: 'Midnight' });
});
