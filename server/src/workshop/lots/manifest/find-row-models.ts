import { truncate } from '@reprise/extension/truncate';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { deviceModels, modelCodes } from '../../../catalog/products/families/families.tables.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { supplierModels } from '../lots.tables.ts';
import { WordMatcher } from './match-words.ts';
import type { ReadRow } from './read-row.ts';

export type Model = { key: string; name: string; brand: string };

/** Key under which the words of a supplier are remembered. */
export const wordsKey = (words: string) => words.toLowerCase().replace(/\s+/g, ' ').trim();

const model = { key: deviceModels.key, name: deviceModels.name, brand: deviceModels.brand };

export type RowModels = {
  /** The model of a row, and the reasons of the row with those why it has none. */
  modelOf: (row: ReadRow) => { model: Model | null; reasons: string[] };
  /** Models that unknown words probably mean, by their keys. */
  suggestions: ReadonlyMap<string, Model>;
};

/**
 * Finds the models of rows: by the barcode or part number of one model, by words that were chosen for the supplier or are
 * the name of one model. Everything else is a suggestion that a person confirms.
 */
export async function findRowModels(db: Queryable, supplierId: string, rows: ReadRow[]): Promise<RowModels> {
  const byWords = await findByWords(db, supplierId, rows);
  const byCode = await findByCodes(db, rows);
  const unknown = rows.filter((row) => row.words !== '' && !byWords.has(wordsKey(row.words)));
  const needsMatcher = unknown.length > 0 || byCode.size > 0;
  const matcher = new WordMatcher<Model>(needsMatcher ? await findAllModels(db) : []);
  const suggestions = new Map<string, Model>();
  for (const words of new Set(unknown.map((row) => wordsKey(row.words)))) {
    const suggestion = matcher.suggest(words);
    if (suggestion) suggestions.set(words, suggestion);
  }
  return { modelOf: (row) => chooseModel(row, { byWords, byCode, matcher }), suggestions };
}

type Found = { byWords: Map<string, Model>; byCode: Map<string, Model[]>; matcher: WordMatcher<Model> };

function chooseModel(row: ReadRow, { byWords, byCode, matcher }: Found): ReturnType<RowModels['modelOf']> {
  const named = byWords.get(wordsKey(row.words)) ?? null;
  const coded = [codeKey('gtin', row.gtin), codeKey('mpn', row.part)].flatMap((key) => byCode.get(key) ?? []);
  const keys = new Set(coded.map(({ key }) => key));
  const [only] = coded;
  const code = row.gtin.replace(/^0{1,2}/, '') || row.part;
  const words = truncate(row.words, 100);
  const reject = (reason: string) => ({ model: null, reasons: [...row.reasons, reason] });
  if (only && keys.size === 1) {
    const differs = named ? named.key !== only.key : matcher.contradicts(row.words, only);
    return differs
      ? reject(
          `${code} is ${only.name}, but “${words}” is ${named?.name ?? 'another model'}. Correct one of them.`,
        )
      : { model: only, reasons: row.reasons };
  }
  if (named) return { model: named, reasons: row.reasons };
  if (row.words === '') {
    return code === ''
      ? { model: null, reasons: row.reasons }
      : reject(`No model has the code ${code}. Name the model, or enter the code at its product.`);
  }
  return reject(`“${words}” is no known model. Choose one for these words.`);
}

const codeKey = (kind: 'gtin' | 'mpn', code: string) => `${kind} ${code.toUpperCase()}`;

async function findByWords(db: Queryable, supplierId: string, rows: ReadRow[]): Promise<Map<string, Model>> {
  const words = [...new Set(rows.map((row) => wordsKey(row.words)).filter(Boolean))];
  if (words.length === 0) return new Map();
  const name = sql<string>`lower(${deviceModels.name})`;
  const fullName = sql<string>`lower(${deviceModels.brand} || ' ' || ${deviceModels.name})`;
  const isNamed = sql`(${inArray(name, words)} or ${inArray(fullName, words)})`;
  const named = await db
    .select({ ...model, short: name, full: fullName })
    .from(deviceModels)
    .where(isNamed);
  const modelByName = new Map<string, Model | null>();
  for (const { short, full, ...known } of named) {
    // Two models of one name are told apart by hand.
    for (const key of new Set([short, full])) modelByName.set(key, modelByName.has(key) ? null : known);
  }
  const chosen = await db
    .select({ ...model, words: supplierModels.words })
    .from(supplierModels)
    .innerJoin(deviceModels, eq(deviceModels.key, supplierModels.modelKey))
    .where(and(eq(supplierModels.supplierId, supplierId), inArray(supplierModels.words, words)));
  for (const { words, ...known } of chosen) modelByName.set(words, known);
  return new Map([...modelByName].flatMap(([key, known]) => (known ? [[key, known]] : [])));
}

/** Returns the models of barcodes and part numbers; a code of several models names none of them. */
async function findByCodes(db: Queryable, rows: ReadRow[]): Promise<Map<string, Model[]>> {
  const codes = [...new Set(rows.flatMap(({ gtin, part }) => [gtin, part.toUpperCase()]).filter(Boolean))];
  if (codes.length === 0) return new Map();
  const coded = await db
    .select({ ...model, kind: modelCodes.kind, code: modelCodes.code })
    .from(modelCodes)
    .innerJoin(deviceModels, eq(deviceModels.key, modelCodes.modelKey))
    .where(sql`${modelCodes.kind} <> 'tac' and upper(${modelCodes.code}) = any(${sql.param(codes)}::text[])`);
  const byCode = new Map<string, Model[]>();
  for (const { kind, code, ...known } of coded) {
    const key = codeKey(kind === 'gtin' ? 'gtin' : 'mpn', code);
    byCode.set(key, [...(byCode.get(key) ?? []), known]);
  }
  return byCode;
}

/** Names beyond this number are not suggested. */
const maxModels = 50_000;

const findAllModels = (db: Queryable): Promise<Model[]> =>
  db.select(model).from(deviceModels).orderBy(deviceModels.key).limit(maxModels);
