import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { cents } from '@reprise/contract/money';
import { addProducts } from '../../server/src/catalog/products/create-product.ts';
import { listProducts } from '../../server/src/catalog/products/listing/product-list.queries.ts';
import { categories } from '../../server/src/catalog/products/products.tables.ts';
import type {
  Alternative,
  ParsedQuery,
  QueryGroup,
} from '../../server/src/catalog/products/search/parse-query.ts';
import { searchFor } from '../../server/src/catalog/products/search/product-search.ts';
import { rollUpVocabulary } from '../../server/src/catalog/products/search/roll-up-vocabulary.ts';
import { postgresSearch, type SearchEngine } from '../../server/src/catalog/products/search/search-engine.ts';
import {
  type Matcher,
  postgresMatcher,
  searchStages,
} from '../../server/src/catalog/products/search/search-stages.ts';
import { updateTermCounts } from '../../server/src/catalog/products/search/term-counts.ts';
import { ensureSynonyms } from '../../server/src/catalog/products/synonyms/ensure-synonyms.ts';
import { inTransaction } from '../../server/src/platform/database/database.ts';
import { wrapPglite } from '../../server/src/platform/database/embedded/embedded-database.ts';
import { createSchema } from '../../server/test/create-schema.ts';

// `npm run bench -- relevance products.json.gz judgements.csv` prints nDCG@10 of judged results on five folds of the queries, and
// by how much each rule of the ranking raises it there.

type JudgedProduct = Record<string, unknown> & { sku: string; name: string; category: string; price: number };
type Db = Parameters<typeof listProducts>[0];

async function openCatalog(file: string): Promise<Db> {
  const products: JudgedProduct[] = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const database = wrapPglite(await PGlite.create({ extensions: { pg_trgm } }));
  await createSchema(database);
  const { db } = database;
  const names = [...new Set(products.map(({ category }) => category))];
  const rows = names.map((name, index) => ({
    id: `cat_${index}`,
    name,
    slug: `c${index}`,
    description: '',
    image: '',
  }));
  await db.insert(categories).values(rows);
  for (let from = 0; from < products.length; from += 500) {
    const inputs = products.slice(from, from + 500).map(({ price, ...product }) => ({
      ...product,
      origin: 'pre-owned',
      price: cents(Math.round(price * 100)),
    }));
    await inTransaction(db, (tx) =>
      addProducts(tx, inputs as unknown as Parameters<typeof addProducts>[1], {
        actorId: null,
        search: postgresSearch,
      }),
    );
  }
  for (let round = 0; round < 100; round++) await rollUpVocabulary(db);
  await ensureSynonyms(db);
  await updateTermCounts(db);
  return db;
}

type Judgements = Map<string, Map<string, number>>;

function readJudgements(file: string): Judgements {
  const judgements: Judgements = new Map();
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [, query = '', sku = '', rating] = /^"?(.*?)"?,([^,]+),(\d+)\s*$/.exec(line) ?? [];
    judgements.set(query, (judgements.get(query) ?? new Map()).set(sku, Number(rating)));
  }
  return new Map([...judgements].filter(([, ratings]) => [...ratings.values()].some((rating) => rating > 0)));
}

const dcg = (ratings: number[]) =>
  ratings.slice(0, 10).reduce((sum, rating, index) => sum + (2 ** rating - 1) / Math.log2(index + 2), 0);

/** Returns nDCG@10 of each query; results that nobody judged are left out. */
async function measure(db: Db, judgements: Judgements, engine: SearchEngine): Promise<number[]> {
  const figures = [];
  for (const [search, ratings] of judgements) {
    const { products } = await listProducts(db, { search, limit: 50 }, engine);
    const judged = products.flatMap(({ sku }) => ratings.get(sku ?? '') ?? []);
    figures.push(dcg(judged) / dcg([...ratings.values()].sort((a, b) => b - a)));
  }
  return figures;
}

const mapGroups = (query: ParsedQuery, change: (group: QueryGroup) => QueryGroup): ParsedQuery => ({
  ...query,
  groups: query.groups.map(change),
  ...(query.optional && { optional: query.optional.map(change) }),
});
const keep = (isKept: (alternative: Alternative, group: QueryGroup) => boolean) => (query: ParsedQuery) =>
  mapGroups(query, (group) => {
    const alternatives = group.alternatives.filter((alternative) => isKept(alternative, group));
    return { ...group, alternatives: alternatives.length > 0 ? alternatives : group.alternatives };
  });
const isTyped = ({ terms }: Alternative, { words }: QueryGroup) => terms.join(' ') === words.join(' ');
const plain = (query: ParsedQuery) =>
  mapGroups(query, (group) => ({ ...group, alternatives: [{ terms: group.words, factor: 1 }] }));

/** Each rule on top of BM25F, as the query without it. */
const withoutRule: Record<string, (query: ParsedQuery) => ParsedQuery> = {
  synonyms: keep(({ factor }, group) => factor !== 0.3 || group.names === 'category'),
  'split and joined words': keep(
    (one, group) => isTyped(one, group) || one.factor === 0.3 || group.names === 'category',
  ),
  'numbers in names only': (query) =>
    mapGroups(query, (group) =>
      /^\d{1,4}$/.test(group.words.join())
        ? { ...group, alternatives: [{ terms: group.words, factor: 1 }] }
        : group,
    ),
  'categories by name': (query) =>
    mapGroups(query, (group) =>
      group.names === 'category' ? { ...group, alternatives: [{ terms: group.words, factor: 1 }] } : group,
    ),
  'accessories last': (query) => ({
    ...query,
    groups: query.groups.map((group, index) =>
      index === 0 ? { ...group, words: [...group.words, 'case'] } : group,
    ),
  }),
  'conditions preferred': (query) => ({ ...query, preferred: [] }),
  'all of these': (query) => plain({ ...query, preferred: [] }),
};

function engineWithout(change: (query: ParsedQuery) => ParsedQuery): SearchEngine {
  const matcher: Matcher = {
    ...postgresMatcher,
    searchFor: (query, facts, options) => searchFor(change(query), facts, options),
  };
  return { ...postgresSearch, query: (db, typed) => searchStages(db, typed, { matcher }) };
}

const folds = 5;
const mean = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
const byFold = (figures: number[]) =>
  Array.from({ length: folds }, (_, fold) => mean(figures.filter((_, index) => index % folds === fold)));
const line = (name: string, figures: number[]) =>
  console.log(
    `| ${name} | ${[...byFold(figures), mean(figures)].map((figure) => figure.toFixed(3)).join(' | ')} |`,
  );

export async function measureRelevance([products = '', judgements = '']: string[]): Promise<void> {
  const db = await openCatalog(products);
  const judged = readJudgements(judgements);
  const all = await measure(db, judged, postgresSearch);
  console.log(
    `| nDCG@10 of ${judged.size} queries | fold 1 | 2 | 3 | 4 | 5 | all |\n|---|---|---|---|---|---|---|`,
  );
  line('search', all);
  for (const [name, change] of Object.entries(withoutRule)) {
    const without = await measure(db, judged, engineWithout(change));
    line(
      `gain of ${name}`,
      all.map((figure, index) => figure - (without[index] ?? 0)),
    );
  }
}
