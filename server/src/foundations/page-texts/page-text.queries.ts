import type { CallOutput } from '@reprise/contract/endpoint';
import {
  type EditedPageText,
  type PageTextVersion,
  type pageTextEndpoints,
  type TextBlock,
  type TextPageName,
  textPages,
} from '@reprise/contract/foundations/page-texts';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, sql } from 'drizzle-orm';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { pageTextVersions } from './page-texts.tables.ts';
import { parseMarkdown } from './parse-markdown.ts';

type Versions = CallOutput<typeof pageTextEndpoints.listPageTextVersions>;
type PageList = CallOutput<typeof pageTextEndpoints.listPageTexts>;
type Paging = { page?: number | undefined; limit?: number | undefined };

/** Returns the current Markdown of a page; null while it shows the original text. */
export async function readPageText(db: Queryable, page: TextPageName): Promise<EditedPageText> {
  const [row] = await db
    .select({ version: pageTextVersions.version, markdown: pageTextVersions.markdown })
    .from(pageTextVersions)
    .where(eq(pageTextVersions.page, page))
    .orderBy(desc(pageTextVersions.version))
    .limit(1);
  return { page, version: row?.version ?? 0, markdown: row?.markdown ?? null };
}

/** Returns the current text of a page for its visitors. */
export async function readPageBlocks(db: Queryable, page: TextPageName): Promise<TextBlock[] | null> {
  const { markdown } = await readPageText(db, page);
  return markdown === null ? null : parseMarkdown(markdown);
}

/** Returns one saved version; throws NOT_FOUND if there is none. */
export async function findVersion(
  db: Queryable,
  page: TextPageName,
  version: number,
): Promise<{ markdown: string | null }> {
  const [row] = await db
    .select({ markdown: pageTextVersions.markdown })
    .from(pageTextVersions)
    .where(and(eq(pageTextVersions.page, page), eq(pageTextVersions.version, version)));
  if (!row) throw new Problem('NOT_FOUND', 'Version not found.');
  return row;
}

const versionColumns = {
  page: pageTextVersions.page,
  version: pageTextVersions.version,
  characters: sql<number>`coalesce(length(${pageTextVersions.markdown}), 0)`,
  isOriginal: sql<boolean>`${pageTextVersions.markdown} is null`,
  savedAt: pageTextVersions.createdAt,
  author: users.name,
};

export async function listVersions(db: Queryable, page: TextPageName, paging: Paging): Promise<Versions> {
  const { page: number, limit, offset } = pageOf(paging);
  const condition = eq(pageTextVersions.page, page);
  const rows = await db
    .select(versionColumns)
    .from(pageTextVersions)
    .leftJoin(users, eq(users.id, pageTextVersions.authorId))
    .where(condition)
    .orderBy(desc(pageTextVersions.version))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(pageTextVersions, condition);
  return { versions: rows.map(toVersion), pagination: paginationOf(number, limit, total) };
}

/** Returns every page with its latest version. */
export async function listPages(db: Queryable): Promise<PageList> {
  const rows = await db
    .selectDistinctOn([pageTextVersions.page], versionColumns)
    .from(pageTextVersions)
    .leftJoin(users, eq(users.id, pageTextVersions.authorId))
    .orderBy(pageTextVersions.page, desc(pageTextVersions.version));
  const latest = new Map(rows.map((row) => [row.page, toVersion(row)]));
  return { pages: textPages.map((page) => ({ page, latest: latest.get(page) ?? null })) };
}

type VersionRow = Omit<PageTextVersion, 'savedAt'> & { savedAt: Date };

function toVersion({ version, characters, isOriginal, savedAt, author }: VersionRow): PageTextVersion {
  return { version, characters, isOriginal, savedAt: savedAt.toISOString(), author };
}
