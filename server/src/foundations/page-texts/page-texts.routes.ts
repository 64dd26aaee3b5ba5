import type { pageTextEndpoints } from '@reprise/contract/foundations/page-texts';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { findVersion, listPages, listVersions, readPageBlocks, readPageText } from './page-text.queries.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { restorePageText, savePageText } from './save-page-text.ts';

export function pageTextHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'jobs'>,
): Handlers<typeof pageTextEndpoints> {
  return {
    getPageText: async ({ params: { page } }) => ({ page, blocks: await readPageBlocks(deps.db, page) }),
    listPageTexts: () => listPages(deps.db),
    getEditedPageText: async ({ params }) => ({ text: await readPageText(deps.db, params.page) }),
    savePageText: async ({ params, body }, context) => ({
      text: await savePageText(deps, params.page, body, requireCaller(context).userId),
    }),
    previewPageText: async ({ body }) => ({ blocks: parseMarkdown(body.markdown) }),
    listPageTextVersions: ({ params, query }) => listVersions(deps.db, params.page, query ?? {}),
    getPageTextVersion: async ({ params }) => {
      const { markdown } = await findVersion(deps.db, params.page, params.version);
      return { blocks: markdown === null ? null : parseMarkdown(markdown) };
    },
    restorePageText: async ({ params, body }, context) => ({
      text: await restorePageText(deps, params.page, body, requireCaller(context).userId),
    }),
  };
}
