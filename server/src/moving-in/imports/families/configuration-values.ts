import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { truncate } from '@reprise/extension/truncate';
import { inArray } from 'drizzle-orm';
import { products } from '../../../catalog/products/products.tables.ts';
import { dataRowsOf } from '../../../foundations/spreadsheets/read-rows.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { isWeightColumn } from '../box/weights.ts';
import { type Fault, type Head, optionsCell, type RowFields, readCells } from '../csv-columns.ts';

// Facts of a configuration that each of its products can write: the last row of a file would win.

type Value = { number: number; text: string };
type Values = { [Field in ConfigurationField]?: Value[] };

const fieldsOfConfiguration = ['grams', 'family', 'options'] as const;
type ConfigurationField = (typeof fieldsOfConfiguration)[number];

/** Values of a file for configurations, by their keys and by the SKUs of rows without a key. */
export type ConfigurationValues = { byKey: Map<string, Values>; bySku: Map<string, Values> };

/** Returns the values that the rows of a file have for each configuration. */
export async function readConfigurationValues(content: Buffer, head: Head): Promise<ConfigurationValues> {
  const values: ConfigurationValues = { byKey: new Map(), bySku: new Map() };
  if (!head.some((column) => column === 'family' || column === 'options' || isWeight(column))) return values;
  for await (const { number, cells } of dataRowsOf(content)) {
    const { fields } = readCells({ head, priceStyle: 'point' }, cells);
    const key = keyOf(fields);
    if (key) addValues(values.byKey, key, fields, number);
    else if (typeof fields.sku === 'string') addValues(values.bySku, fields.sku, fields, number);
  }
  return values;
}

const isWeight = (column: string) => column === 'grams' || isWeightColumn(column);

const keyOf = ({ modelKey }: RowFields) => (typeof modelKey === 'string' ? modelKey : '');

/** Adds the first row of each value. */
function addValues(map: Map<string, Values>, key: string, fields: RowFields, number: number): void {
  const values = map.get(key) ?? {};
  map.set(key, values);
  for (const field of fieldsOfConfiguration) {
    const text = textOf(field, fields[field]);
    const known = values[field] ?? [];
    if (text !== undefined && !known.some((value) => isSame(value.text, text)))
      values[field] = [...known, { number, text }];
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the value of a field as people read it; undefined without one. */
function textOf(field: ConfigurationField, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (field === 'grams') return value === null ? 'no weight' : `${value} g`;
  return field === 'options' ? optionsCell(value as ConfigurationOptions) : String(value);
}

type Row = { fields: RowFields; doubts: Fault[] };

/** Returns rows without values for a configuration that contradict another row of the file, each named in a doubt. */
export async function withoutContradictions<Read extends Row>(
  db: Queryable,
  rows: Read[],
  productOf: (row: Read) => AdminProduct | undefined,
  { byKey, bySku }: ConfigurationValues,
): Promise<Read[]> {
  const keys = rows.map((row) => keyOf(row.fields) || productOf(row)?.modelKey || '');
  const skus = bySku.size === 0 ? new Map<string, string[]>() : await readSkus(db, keys);
  return rows.map((row, index) => {
    const key = keys[index] ?? '';
    if (key === '') return row;
    const ofFile = [byKey.get(key), ...(skus.get(key) ?? []).map((sku) => bySku.get(sku))];
    return withoutContradicted(row, (field) => ofFile.flatMap((values) => values?.[field] ?? []));
  });
}

function withoutContradicted<Read extends Row>(
  row: Read,
  valuesOf: (field: ConfigurationField) => Value[],
): Read {
  const fields = { ...row.fields };
  const doubts = fieldsOfConfiguration.flatMap((field) => {
    const own = textOf(field, fields[field]);
    const other = own !== undefined && valuesOf(field).find(({ text }) => !isSame(text, own));
    if (!other) return [];
    delete fields[field];
    const message = `Row ${other.number} says “${truncate(other.text.replaceAll('\n', ', '), maxQuoted)}” for the same configuration, so that neither is taken over. Write one value for both`;
    return [{ field, message }];
  });
  return doubts.length === 0 ? row : { ...row, fields, doubts: [...row.doubts, ...doubts] };
}

const maxQuoted = 60;

/** Returns the SKUs of the products of configurations. */
async function readSkus(db: Queryable, keys: string[]): Promise<Map<string, string[]>> {
  const { sku, modelKey } = products;
  const rows = await db
    .select({ sku, key: modelKey })
    .from(products)
    .where(inArray(modelKey, [...new Set(keys)]));
  const byKey = Map.groupBy(rows, ({ key }) => key ?? '');
  return new Map([...byKey].map(([key, group]) => [key, group.map((row) => row.sku)]));
}
