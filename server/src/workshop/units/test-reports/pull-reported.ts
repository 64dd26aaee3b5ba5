import { checksOf } from '@reprise/contract/catalog/grading/device-checks';
import { blockerLabels } from '@reprise/contract/workshop/units/readiness';
import type { ReportTool } from '@reprise/contract/workshop/units/report-tools';
import type { ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { findChecklist } from '../../../catalog/grading/grading.queries.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { findForSale, pullFromSale } from '../bench/pull-from-sale.ts';
import type { MoveDeps } from '../move-units.ts';
import { findUnitRow } from '../unit-rows.ts';
import { findLaterRecords, hasNewer } from './compare-times.ts';
import { answersByTest } from './test-names.ts';

/**
 * Takes a device off the sale whose newest report forbids it: to quarantine for a blocked check or a failed erasure, to
 * the bench for a failed test. A report without such a finding leaves it on sale.
 */
export async function pullReported(
  tx: Tx,
  deps: MoveDeps,
  id: string,
  { report, tool }: { report: ToolReport; tool: ReportTool },
  by: Actor & { actorId: string },
): Promise<void> {
  const [forSale] = await findForSale(tx, [id]);
  if (!forSale) return;
  const unit = await findUnitRow(tx, id);
  if (await hasNewer(tx, unit, report)) return;
  const later = await findLaterRecords(tx, unit, report);
  const blocked = report.checks
    .filter(
      ({ kind, result }) =>
        result === 'blocked' && checksOf(forSale.kind).includes(kind) && !later.checks.has(kind),
    )
    .map(({ kind }) => blockerLabels[kind]);
  if (report.erasure?.result === 'failed' && !later.wipe) blocked.push(blockerLabels.wipe);
  if (blocked.length > 0) {
    const reason = `${blocked.join(', ')}, says ${report.tool}`;
    return pullFromSale(tx, deps, { ids: [id], to: 'quarantine', reason }, by);
  }
  if (later.test) return;
  const { tests } = await findChecklist(tx, forSale.kind);
  const { answers, unknown } = answersByTest(report.results, tests, tool.tests);
  const failed = tests.filter(({ key }) => answers[key] === 'fail').map(({ label }) => label);
  failed.push(...unknown.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name));
  if (failed.length === 0 && report.verdict !== 'fail') return;
  const reason = `Failed${failed.length > 0 ? ` ${failed.join(', ')}` : ''}, says ${report.tool}`.slice(
    0,
    500,
  );
  await pullFromSale(tx, deps, { ids: [id], to: 'bench', reason }, by);
}
