import { trySearchIndex } from '@reprise/extension/trials/try-search-index';
import { afterAll, expect, test } from 'vitest';
import { openFakeOpenSearch } from '../../e2e/fake-opensearch/fake-opensearch.ts';
import openSearch from './opensearch.ts';

const server = await openFakeOpenSearch();
afterAll(() => server.close());

test('OpenSearch obeys the rules of a search index', async () => {
  expect(await trySearchIndex(openSearch.open(server.searchUrl))).toEqual([]);
});
