import type { pageTextEndpoints, TextPageName } from '@reprise/contract/foundations/page-texts';
import type { Tx } from '../../platform/database/database.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';

const pageTextTag = (page: TextPageName) => `page-text:${page}`;

export const pageTextTags = {
  getPageText: ({ page }: { page: TextPageName }) => ({ strict: [pageTextTag(page)] }),
} satisfies Partial<Record<keyof typeof pageTextEndpoints, (result: never) => ResponseTags>>;

export function invalidatePageText(tx: Tx, page: TextPageName): void {
  invalidateTags(tx, [pageTextTag(page)]);
}
