import type { IndexedProduct, IndexQuery, SearchIndex } from '../search-index.ts';
import { brokenRules } from './broken-rules.ts';

const phone: IndexedProduct = {
  terms: ['phone', 'blue', 'c:good'],
  weights: { phone: 200, blue: 50 },
  isAccessory: false,
  text: 'a blue phone with charger',
  name: 'blue phone',
};
const red: IndexedProduct = {
  ...phone,
  terms: ['phone', 'red'],
  weights: { phone: 100, red: 50 },
  name: 'red',
};

const words = (...terms: string[]): IndexQuery => ({
  kind: 'words',
  groups: terms.map((term) => ({ alternatives: [{ terms: [term], factor: 1 }], rarity: 1 })),
  optional: [],
  preferred: [],
  accessoryFactor: 1,
});

/** Fills a build, searches it and writes to it; returns the rules that the index breaks. Deletes other builds. */
export async function trySearchIndex(index: SearchIndex): Promise<string[]> {
  const build = await index.createBuild();
  const find = async (query: IndexQuery, filters: string[][] = []) =>
    ((await index.search([{ query, filters }], 10))[0] ?? []).map(({ id }) => id);
  const write = (version: number, product: IndexedProduct | null) =>
    index.write([build], [{ id: 'red', version, product }], { isVisible: true });
  return brokenRules({
    'searches a build once it is published': async () => {
      const writes = [
        { id: 'blue', version: 1, product: phone },
        { id: 'red', version: 1, product: red },
      ];
      const errors = await index.write([build], writes, { isVisible: false });
      await index.publishBuild(build);
      const builds = await index.listBuilds();
      return errors.size === 0 && builds.length === 1 && builds[0]?.isSearched === true;
    },
    'returns matches of every group, the best first': async () =>
      (await find(words('phone'))).join() === 'blue,red' &&
      (await find(words('phone', 'red'))).join() === 'red',
    'leaves out products without a term of each filter': async () =>
      (await find(words('phone'), [['c:good']])).join() === 'blue',
    'finds any part of a text': async () =>
      (await find({ kind: 'text', text: 'th charg', without: null })).length === 2,
    'names the groups that a hit matches': async () => {
      const groups = ['green', 'red'].map((term) => ({
        alternatives: [{ terms: [term], factor: 1 }],
        rarity: 1,
        weight: 1,
      }));
      const [[hit] = []] = await index.search([{ query: { kind: 'groups', groups }, filters: [] }], 1);
      return hit?.id === 'red' && hit.groups.join() === '1';
    },
    'ignores a write that is older than the product': async () => {
      await write(3, { ...red, terms: ['phone', 'crimson'] });
      const errors = await write(2, red);
      return errors.size === 0 && (await find(words('crimson'))).join() === 'red';
    },
    'takes a product out': async () => {
      await write(4, null);
      return (await find(words('phone'))).join() === 'blue';
    },
  });
}
