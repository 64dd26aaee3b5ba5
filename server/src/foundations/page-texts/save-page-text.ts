import type { EditedPageText, TextPageName } from '@reprise/contract/foundations/page-texts';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { queueOwnerNotices } from '../notifications/security-notices.ts';
import { findVersion, readPageText } from './page-text.queries.ts';
import { pageTextVersions } from './page-texts.tables.ts';
import { invalidatePageText } from './page-texts.tags.ts';
import { hasVisibleText, parseMarkdown } from './parse-markdown.ts';

type SaveDeps = Pick<Deps, 'db' | 'now' | 'jobs'>;
type Edit = { markdown: string | null; version: number };

/** Saves a new version of a page; throws EDIT_CONFLICT if another was saved after `version`. */
export async function savePageText(
  deps: SaveDeps,
  page: TextPageName,
  edit: Edit,
  actorId: string,
): Promise<EditedPageText> {
  if (edit.markdown !== null) assertVisible(edit.markdown);
  return inTransaction(deps.db, (tx) =>
    storeVersion(tx, deps, page, edit, { actorId, now: deps.now(), action: 'edit page' }),
  );
}

/** Saves an older version as the newest one. */
export async function restorePageText(
  deps: SaveDeps,
  page: TextPageName,
  { restored, version }: { restored: number; version: number },
  actorId: string,
): Promise<EditedPageText> {
  return inTransaction(deps.db, async (tx) => {
    const { markdown } = await findVersion(tx, page, restored);
    const context = { actorId, now: deps.now(), action: 'restore page', restored };
    return storeVersion(tx, deps, page, { markdown, version }, context);
  });
}

/** Restores the version before one that an owner knows nothing about; returns false if a newer one was saved since. */
export async function restoreBeforeReported(
  tx: Tx,
  page: TextPageName,
  version: number,
  now: Date,
): Promise<boolean> {
  if ((await readPageText(tx, page)).version !== version) return false;
  const { markdown } = version > 1 ? await findVersion(tx, page, version - 1) : { markdown: null };
  await tx
    .insert(pageTextVersions)
    .values({ page, version: version + 1, markdown, authorId: null, createdAt: now });
  invalidatePageText(tx, page);
  return true;
}

type Context = { actorId: string; now: Date; action: string; restored?: number };

/** Inserts the version after the seen one: of two saves at once, the primary key rejects the second. */
async function storeVersion(
  tx: Tx,
  deps: SaveDeps,
  page: TextPageName,
  { markdown, version }: Edit,
  { actorId, now, action, restored }: Context,
): Promise<EditedPageText> {
  const before = await readPageText(tx, page);
  if (before.version !== version) throw editConflict(before.version);
  if (before.markdown === markdown) return before;
  const next = { page, version: version + 1, markdown };
  const stored = await tx
    .insert(pageTextVersions)
    .values({ ...next, authorId: actorId, createdAt: now })
    .onConflictDoNothing()
    .returning({ version: pageTextVersions.version });
  if (stored.length === 0) throw editConflict((await readPageText(tx, page)).version);
  invalidatePageText(tx, page);
  await recordAudit(tx, {
    actorId,
    action,
    subject: `page ${page}`,
    before: summaryOf(before),
    after: { ...summaryOf(next), ...(restored !== undefined && { restoredVersion: restored }) },
  });
  const subject = `page ${page} ${next.version}`;
  const facts = { notice: 'texts-changed', detail: `the page “${page}”`, subject, actorId } as const;
  await queueOwnerNotices(tx, deps, facts, now);
  return next;
}

/** The versions keep the texts, so the audit log names them only. */
function summaryOf({ version, markdown }: Omit<EditedPageText, 'page'>) {
  return {
    version,
    text: markdown === null ? 'original' : 'own',
    characters: markdown === null ? null : markdown.length,
  };
}

function assertVisible(markdown: string): void {
  if (hasVisibleText(parseMarkdown(markdown))) return;
  const message = 'This text would show an empty page. Write a text, or use the original one.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'markdown', message }] });
}

function editConflict(version: number): Problem {
  return new Problem(
    'EDIT_CONFLICT',
    'Someone else has changed this page since you opened it. Reload to see the changes.',
    { details: { version } },
  );
}
