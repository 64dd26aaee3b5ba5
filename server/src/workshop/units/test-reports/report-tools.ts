import type { ReportTool, ReportToolEdit } from '@reprise/contract/workshop/units/report-tools';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import { reportTools } from './test-reports.tables.ts';

const keyOf = (name: string) => name.trim().toLowerCase();

/** Returns what the shop remembers of a tool; nothing of one that it does not know. */
export async function findReportTool(db: Queryable, name: string): Promise<ReportTool> {
  const [found] = await db
    .select()
    .from(reportTools)
    .where(eq(reportTools.key, keyOf(name)));
  if (!found) return { name, columns: {}, tests: {}, grades: {}, dateOrder: null, erasureMethod: '' };
  const { columns, tests, grades, dateOrder, erasureMethod } = found;
  return { name: found.name, columns, tests, grades, dateOrder, erasureMethod };
}

/** Adds to what the shop remembers of a tool. */
export async function updateReportTool(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { tool: name, ...edit }: ReportToolEdit & { tool: string },
  actorId: string,
): Promise<ReportTool> {
  return inTransaction(db, async (tx) => {
    const key = keyOf(name);
    await tx.insert(reportTools).values({ key, name, updatedAt: now() }).onConflictDoNothing();
    const [known] = await tx.select().from(reportTools).where(eq(reportTools.key, key)).for('update');
    if (!known) throw new Error('The tool was just added.');
    const lowered = (map: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(map).map(([words, value]) => [words.toLowerCase(), value]));
    await tx
      .update(reportTools)
      .set({
        name,
        columns: { ...known.columns, ...edit.columns },
        tests: { ...known.tests, ...lowered(edit.tests) },
        grades: { ...known.grades, ...lowered(edit.grades) },
        dateOrder: edit.dateOrder ?? known.dateOrder,
        erasureMethod: edit.erasureMethod ?? known.erasureMethod,
        updatedAt: now(),
      })
      .where(eq(reportTools.key, key));
    await recordAudit(tx, { actorId, action: 'change tool', subject: `tool ${name}`, after: edit });
    return findReportTool(tx, name);
  });
}
