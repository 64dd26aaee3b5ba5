import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, requiredText, seenVersion } from '../wire.ts';

/** Pages whose built-in text the owner may replace, by their path. */
export const textPages = ['terms', 'privacy', 'returns', 'warranty', 'shipping', 'cookies'] as const;
export type TextPageName = (typeof textPages)[number];

/** Maximum length of a text in characters. */
export const maxPageText = 60_000;

/** Lists and quotes are nested at most this deep; deeper ones become paragraphs. */
export const maxNesting = 4;

const run = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  emphasis: z.literal(true).optional(),
  code: z.literal(true).optional(),
});
export type TextRun = z.output<typeof run>;

/** Runs with the link they are part of. */
const phrase = z.object({ href: z.string().optional(), runs: z.array(run) });
export type TextPhrase = z.output<typeof phrase>;

const blockKinds = ['heading', 'paragraph', 'code', 'rule', 'list', 'quote'] as const;

/** Block of a text, as data: pages build elements from it, so no markup of the text can reach a page. */
export type TextBlock = {
  kind: (typeof blockKinds)[number];
  /** Level of a heading, below the title of the page. */
  level?: number | undefined;
  /** Content of a heading or paragraph. */
  phrases?: TextPhrase[] | undefined;
  /** Content of a code block. */
  text?: string | undefined;
  /** Number of the first item of an ordered list. */
  start?: number | undefined;
  /** Items of a list; a quote is a single item. */
  items?: TextBlock[][] | undefined;
};

const leafBlock = z.object({
  kind: z.enum(blockKinds),
  level: z.int().min(2).max(4).optional(),
  phrases: z.array(phrase).optional(),
  text: z.string().optional(),
});

function blockSchema(nesting: number): z.ZodType<TextBlock> {
  if (nesting === 0) return leafBlock;
  return leafBlock.extend({
    start: z.int().optional(),
    items: z.array(z.array(blockSchema(nesting - 1))).optional(),
  });
}
const blocks = z.array(blockSchema(maxNesting));

const pageParams = z.object({ page: z.enum(textPages) });
const markdown = requiredText(maxPageText, 'Write a text, or use the original one');

/** Current text of a page for its editor. */
const editedPageText = z
  .object({
    page: z.enum(textPages),
    version: z.int(),
    /** Null if the page shows the original text. */
    markdown: z.string().nullable(),
  })
  .meta({ id: 'EditedPageText' });
export type EditedPageText = z.output<typeof editedPageText>;

const pageTextVersion = z
  .object({
    version: z.int(),
    /** True if this version returned to the original text. */
    isOriginal: z.boolean(),
    characters: z.int(),
    savedAt: isoDateTime,
    /** Name of the author; null if the account was deleted. */
    author: z.string().nullable(),
  })
  .meta({ id: 'PageTextVersion' });
export type PageTextVersion = z.output<typeof pageTextVersion>;

const editedResponse = z.object({ text: editedPageText });

export const pageTextEndpoints = endpoints({
  getPageText: {
    method: 'GET',
    path: '/page-texts/:page',
    summary: 'Text of a page by the owner; null while the page shows the original text',
    access: 'public',
    rate: 'read',
    params: pageParams,
    response: z.object({ page: z.enum(textPages), blocks: blocks.nullable() }),
  },
  listPageTexts: {
    method: 'GET',
    path: '/page-texts/admin/all',
    summary: 'Pages with a text of their own or the original one, and who saved it last',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    response: z.object({
      pages: z.array(z.object({ page: z.enum(textPages), latest: pageTextVersion.nullable() })),
    }),
  },
  getEditedPageText: {
    method: 'GET',
    path: '/page-texts/admin/:page',
    summary: 'Markdown of a page for its editor',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    params: pageParams,
    response: editedResponse,
  },
  savePageText: {
    method: 'PUT',
    path: '/page-texts/admin/:page',
    summary: 'Replace the text of a page; null returns to the original text',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'write',
    stepUp: true,
    params: pageParams,
    body: z.object({
      markdown: markdown.nullable(),
      /** 0 if the page was never changed. */
      version: seenVersion,
    }),
    response: editedResponse,
    message: 'Text saved',
  },
  previewPageText: {
    method: 'POST',
    path: '/page-texts/admin/preview',
    summary: 'Text as the page would show it; nothing is stored',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    body: z.object({ markdown: requiredText(maxPageText, 'Write a text to see its preview') }),
    response: z.object({ blocks }),
  },
  listPageTextVersions: {
    method: 'GET',
    path: '/page-texts/admin/:page/versions',
    summary: 'Saved versions of a page, newest first',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    params: pageParams,
    query: z.object(pagingQuery),
    response: z.object({ versions: z.array(pageTextVersion), pagination }),
  },
  getPageTextVersion: {
    method: 'GET',
    path: '/page-texts/admin/:page/versions/:version',
    summary: 'One saved version of a page as the page would show it; null if it was the original text',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    params: pageParams.extend({ version: z.coerce.number().int().min(1).max(2_000_000_000) }),
    response: z.object({ blocks: blocks.nullable() }),
  },
  restorePageText: {
    method: 'POST',
    path: '/page-texts/admin/:page/restore',
    summary: 'Save an older version of a page as its newest one',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'write',
    stepUp: true,
    params: pageParams,
    body: z.object({ restored: seenVersion, version: seenVersion }),
    response: editedResponse,
    message: 'Version restored',
  },
});
