import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { isoDateTime, queryString, requiredText, seenVersion } from '../../wire.ts';

/** Maximum number of synonym groups. */
export const maxSynonyms = 2000;
export const maxPhrases = 12;
export const maxPhraseLength = 60;

export const synonymInput = z
  .object({
    /** Words or phrases that mean the same to the search. */
    phrases: z
      .array(requiredText(maxPhraseLength, 'Enter a word or phrase'), 'Enter at least two words or phrases')
      .min(2, 'Enter at least two words or phrases')
      .max(maxPhrases, `Enter at most ${maxPhrases} words or phrases`),
  })
  .meta({ id: 'SynonymInput' });
export type SynonymInput = z.output<typeof synonymInput>;

/** Group of phrases that the search treats as the same. */
export const synonym = z
  .object({
    id: z.string(),
    phrases: z.array(z.string()),
    /** Number of edits, for lost-update checks. */
    version: z.number().int(),
    createdAt: isoDateTime,
    updatedAt: isoDateTime,
  })
  .meta({ id: 'Synonym' });
export type Synonym = z.output<typeof synonym>;

const oneSynonym = z.object({ synonym });

export const synonymEndpoints = endpoints({
  listSynonyms: {
    method: 'GET',
    path: '/search/synonyms',
    summary: 'Synonym groups by their first phrase',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    query: z.object({
      /** Matches part of a phrase. */
      search: queryString(200),
      ...pagingQuery,
    }),
    response: z.object({ synonyms: z.array(synonym), pagination }),
  },
  createSynonym: {
    method: 'POST',
    path: '/search/synonyms',
    summary: `Add a synonym group; a phrase belongs to one group, and there are at most ${maxSynonyms}`,
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    body: synonymInput,
    response: oneSynonym,
    status: 201,
    message: 'Synonyms added',
  },
  updateSynonym: {
    method: 'PUT',
    path: '/search/synonyms/:id',
    summary: 'Change the phrases of a synonym group',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: synonymInput.extend({
      /** Version that the editor saw; a later edit results in EDIT_CONFLICT. */
      version: seenVersion.optional(),
    }),
    response: oneSynonym,
    message: 'Synonyms saved',
  },
  deleteSynonym: {
    method: 'DELETE',
    path: '/search/synonyms/:id',
    summary: 'Delete a synonym group',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Synonyms deleted',
  },
});
