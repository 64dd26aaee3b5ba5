import { expect, test } from 'vitest';
import { listProductCards } from '../src/catalog/products/listing/product-list.queries.ts';
import { demoProducts, openDemoCatalog } from '../test/demo-catalog.ts';
import { openTestDatabase } from '../test/test-database.ts';
import { demoModels } from './models.ts';

/** Neighbors of each letter on a QWERTY keyboard. */
const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const positions = new Map(
  rows.flatMap((row, y) => [...row].map((letter, x) => [letter, { x: x + y / 2, y }])),
);
const neighborsOf = (letter: string) => {
  const at = positions.get(letter);
  return [...positions].flatMap(([other, { x, y }]) =>
    at && other !== letter && Math.abs(x - at.x) <= 1 && Math.abs(y - at.y) <= 1 ? [other] : [],
  );
};

/** Returns the word with each letter dropped, doubled, swapped with the next or replaced by its neighbors. */
function typosOf(word: string): string[] {
  const typos = [...word].flatMap((letter, index) => {
    const [before, after, next] = [word.slice(0, index), word.slice(index + 1), word[index + 1] ?? ''];
    return [
      before + after,
      before + letter + letter + after,
      ...(next ? [before + next + letter + word.slice(index + 2)] : []),
      ...neighborsOf(letter).map((neighbor) => before + neighbor + after),
    ];
  });
  return [...new Set(typos)].filter((typo) => typo !== word);
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
/** Kinds as shoppers say them; categories have them in the plural. */
const kinds = [
  'phone',
  'smartphone',
  'laptop',
  'notebook',
  'headphones',
  'earbuds',
  'smartwatch',
  'watch',
  'tablet',
  'console',
  'gaming',
];
const headWords = [
  ...new Set([
    ...demoModels.flatMap(({ name, brand }) => [...wordsOf(name), ...wordsOf(brand)]),
    ...demoProducts.flatMap(({ category }) => wordsOf(category)),
    ...kinds,
  ]),
].sort();
const catalogWords = new Set(
  demoProducts.flatMap(
    ({ name, brand, category, description, features, specifications }) =>
      [name, brand, category, description, ...features, ...Object.values(specifications)]
        .join(' ')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [],
  ),
);

const minShare = 0.97;
/** `ALL_TYPOS=1` measures all typos, which takes minutes. */
const step = process.env.ALL_TYPOS ? 1 : 40;

test('finds what is meant by one-letter typos of families, brands and kinds', {
  timeout: 1_200_000,
  tags: ['slow'],
}, async () => {
  const { db } = await openTestDatabase();
  await openDemoCatalog(db, { withFamilies: true });
  const firstOf = async (search: string) =>
    (await listProductCards(db, { search, limit: 1 })).products[0]?.slug ?? null;
  const typos = headWords
    .flatMap((word) => typosOf(word).map((typo) => ({ word, typo })))
    // A word that the catalog has is no typo.
    .filter(({ typo }) => !catalogWords.has(typo) && !kinds.includes(typo))
    .filter((_, index) => index % step === 0);
  const meant = new Map<string, string | null>();
  const wrong: string[] = [];
  for (const { word, typo } of typos) {
    if (!meant.has(word)) meant.set(word, await firstOf(word));
    const first = await firstOf(typo);
    if (first === null || first !== meant.get(word)) wrong.push(`${typo} for ${word}: ${first}`);
  }
  const share = 1 - wrong.length / typos.length;
  console.info(
    `${typos.length - wrong.length} of ${typos.length} typos right, ${(share * 100).toFixed(2)} %`,
  );
  expect(share, wrong.join('\n')).toBeGreaterThanOrEqual(minShare);
});
