import { judgeTests, unanswered } from '@reprise/contract/catalog/grading/checklist';
import {
  type CheckKind,
  checkLabels,
  checkResultLabels,
  checksOf,
} from '@reprise/contract/catalog/grading/device-checks';
import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type { Grade, GradeStandard, GradingAnswers } from '@reprise/contract/catalog/grading/grade-standard';
import { suggestGrade } from '@reprise/contract/catalog/grading/suggest-grade';
import { Problem } from '@reprise/contract/problem';
import { type Identifier, identifierLabels } from '@reprise/contract/workshop/units/identifiers';
import type { ReportTool } from '@reprise/contract/workshop/units/report-tools';
import type { ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { and, eq } from 'drizzle-orm';
import { findChecklist, findStandard } from '../../../catalog/grading/grading.queries.ts';
import { deviceModels } from '../../../catalog/products/families/families.tables.ts';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { findCriticalFailures } from '../bench/bench.queries.ts';
import { unitTests } from '../bench/bench.tables.ts';
import { changeOnBench } from '../bench/change-on-bench.ts';
import { lockOnBench } from '../bench/lock-on-bench.ts';
import { addChecks } from '../bench/record-checks.ts';
import { insertGrading } from '../bench/record-grading.ts';
import { insertTest } from '../bench/record-test.ts';
import { addWipe } from '../bench/record-wipes.ts';
import { insertIdentifiers, scopedIdentifiers } from '../intake/record-identifiers.ts';
import type { MoveDeps } from '../move-units.ts';
import { recordUnitEvents } from '../record-unit-events.ts';
import type { UnitRow } from '../shift-units.ts';
import { assertFromThisTime, findLaterRecords, hasNewer } from './compare-times.ts';
import { pullReported } from './pull-reported.ts';
import { answersByTest } from './test-names.ts';
import { toolReports } from './test-reports.tables.ts';

export type StoredReport = {
  state: 'recorded' | 'older';
  model: string;
  facts: string[];
  doubts: string[];
  /** Tests of the tool that no test of the checklist means. */
  unknownTests: { name: string; outcome: string }[];
  unknownGrade: boolean;
};

type Target = { id: string; added: Identifier[] };
type Work = {
  tx: Tx;
  unitId: string;
  report: ToolReport;
  tool: ReportTool;
  reportId: string;
  by: Actor;
  stored: StoredReport;
};

/** Records what a report says of a device, each part with its own event. Throws where the report cannot be of it. */
export async function storeToolReport(
  tx: Tx,
  deps: MoveDeps,
  target: Target,
  { report, tool }: { report: ToolReport; tool: ReportTool },
  by: Actor & { actorId: string },
): Promise<StoredReport> {
  await pullReported(tx, deps, target.id, { report, tool }, by);
  const { unit, kind } = await lockOnBench(tx, target.id);
  await assertFromThisTime(tx, unit, report);
  const model = await findModel(tx, unit.modelKey);
  const counts = !(await hasNewer(tx, unit, report));
  const reportId = newId('utr');
  const { device: _device, tool: _tool, reference, note: _note, ...content } = report;
  await tx.insert(toolReports).values({
    id: reportId,
    unitId: unit.id,
    intake: unit.intake,
    tool: tool.name,
    reference,
    testedAt: report.testedAt === null ? null : new Date(report.testedAt),
    counts,
    content,
    actorId: by.actorId,
    createdAt: by.now,
  });
  const stored: StoredReport = {
    state: counts ? 'recorded' : 'older',
    model: `${model.brand} ${model.name}`,
    facts: [],
    doubts: otherStorage(report.model, model.name),
    unknownTests: [],
    unknownGrade: false,
  };
  const work: Work = { tx, unitId: unit.id, report, tool, reportId, by, stored };
  if (target.added.length > 0) await addNumbers(work, unit, model.brand, target.added);
  if (!counts) {
    stored.doubts.push(
      'A newer report of this device is recorded. This one is stored beside it and changes nothing.',
    );
    return stored;
  }
  const later = await findLaterRecords(tx, unit, report);
  await storeTest(work, kind, later.test);
  await storeChecks(work, kind, later.checks);
  await storeErasure(work, later.wipe);
  await storeGrade(work, kind, later.grading);
  for (const { part, isGenuine, note } of report.parts) {
    if (isGenuine !== true)
      stored.facts.push(
        `${part}: ${isGenuine === false ? 'not genuine' : 'not confirmed'}${note && ` (${note})`}.`,
      );
  }
  if (report.parts.length > 0) stored.facts.push(`${report.parts.length} parts.`);
  if (stored.facts.length === 0)
    throw new Problem(
      'VALIDATION_ERROR',
      ['The report has nothing that can be recorded.', ...stored.doubts].join(' '),
    );
  return stored;
}

async function findModel(tx: Tx, key: string): Promise<{ name: string; brand: string }> {
  const { name, brand } = deviceModels;
  const [model] = await tx.select({ name, brand }).from(deviceModels).where(eq(deviceModels.key, key));
  return model ?? { name: '', brand: '' };
}

/** Returns a doubt if the report and the record name different storage. */
function otherStorage(reported: string, model: string): string[] {
  const sizes = (text: string) =>
    [...text.matchAll(/\b(\d{1,5}) ?(GB|TB)\b/gi)].map(
      ([, size, unit = '']) => Number(size) * (/t/i.test(unit) ? 1000 : 1),
    );
  const [said, known] = [sizes(reported), sizes(model)];
  const isSame = said.some((size) => known.includes(size) || known.includes(Math.round(size * 1.024)));
  return said.length === 0 || known.length === 0 || isSame
    ? []
    : [`The report is about “${reported}”, the record is ${model}. Check the model of the device.`];
}

async function addNumbers(
  { tx, report, by, stored }: Work,
  unit: UnitRow,
  brand: string,
  added: Identifier[],
): Promise<void> {
  const identifiers = scopedIdentifiers(added, brand);
  await insertIdentifiers(tx, unit.id, identifiers, 'file', by.now);
  const named = identifiers.map(({ kind, value }) => `${identifierLabels[kind]} ${value}`).join(', ');
  const detail = `${named}, read by ${report.tool}`;
  await recordUnitEvents(tx, [{ unitId: unit.id, kind: 'identified', detail }], by);
  stored.facts.push(`New: ${named}.`);
}

const laterByHand = (what: string) => `${what} was recorded by hand after this report and counts.`;

async function storeTest(
  { tx, unitId, report, tool, reportId, by, stored }: Work,
  kind: DeviceKind,
  isLater: boolean,
) {
  const { battery, cycles, results, verdict } = report;
  const checklist = await findChecklist(tx, kind);
  const { answers, unknown } = answersByTest(results, checklist.tests, tool.tests);
  stored.unknownTests = unknown;
  const hasTests = Object.keys(results).length > 0 || verdict === 'fail';
  if (!hasTests && battery === null && cycles === null) return;
  if (isLater) {
    stored.doubts.push(laterByHand('A test'));
    return;
  }
  const values = [battery !== null && `battery ${battery}%`, cycles !== null && `${cycles} cycles`].filter(
    Boolean,
  );
  const { unit } = await lockOnBench(tx, unitId);
  const hasTest =
    (await tx.$count(unitTests, and(eq(unitTests.unitId, unit.id), eq(unitTests.intake, unit.intake)))) > 0;
  if (!hasTests && hasTest) {
    // The answers of the newest test stay; only the battery was read again.
    const detail = [...values, report.tool].join(', ');
    const facts = battery === null ? {} : { battery };
    await changeOnBench(tx, unit, { kind: 'tested', detail, facts }, by);
    stored.facts.push(`${sentence(values.join(', '))}.`);
    return;
  }
  const isUnsaid = verdict === 'fail' && judgeTests(checklist.tests, answers).verdict !== 'fail';
  const failed = unknown.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);
  const open = [
    ...failed,
    ...(isUnsaid || verdict === 'unfinished' ? ['the tool did not pass the device'] : []),
  ];
  const found = [
    failed.length > 0 && `Failed: ${failed.join(', ')}`,
    isUnsaid && `${report.tool}: not working`,
  ];
  const note = [report.note, ...found].filter(Boolean).join('. ').slice(0, 1000);
  const { reference, seconds } = report;
  await insertTest(
    tx,
    { unit, checklist },
    { results: answers, battery, cycles, note, seconds, tool: tool.name, reference, reportId, open },
    by,
  );
  const count = (outcome: string) => Object.values(answers).filter((answer) => answer === outcome).length;
  const failures = [...judgeTests(checklist.tests, answers).failed.map(({ label }) => label), ...failed];
  const left = unanswered(checklist.tests, answers);
  if (hasTests)
    stored.facts.push(
      `${count('pass')} tests passed${failures.length > 0 ? `, failed: ${failures.join(', ')}` : ''}.`,
    );
  if (values.length > 0) stored.facts.push(`${sentence(values.join(', '))}.`);
  if (left.length > 0) stored.facts.push(`Left to test: ${left.map(({ label }) => label).join(', ')}.`);
  if (isUnsaid)
    stored.doubts.push('The tool says that the device does not work, but no failed test says why.');
  if (verdict === 'unfinished') stored.doubts.push('The tool did not finish its tests.');
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

async function storeChecks(
  { tx, unitId, report, reportId, by, stored }: Work,
  kind: DeviceKind,
  later: Set<CheckKind>,
) {
  const needed = report.checks.filter(
    (check) => checksOf(kind).includes(check.kind) && check.result !== 'unknown',
  );
  for (const { kind } of needed.filter(({ kind }) => later.has(kind)))
    stored.doubts.push(laterByHand(checkLabels[kind]));
  const checks = needed
    .filter(({ kind }) => !later.has(kind))
    .map((check) => ({ ...check, provider: report.tool }));
  if (checks.length === 0) return;
  await addChecks(tx, await lockOnBench(tx, unitId), { checks, reportId }, by);
  const words = checks.map(
    ({ kind, result, note }) =>
      `${checkLabels[kind].toLowerCase()} ${checkResultLabels[result].toLowerCase()}${note && ` (${note})`}`,
  );
  stored.facts.push(`${sentence(words.join(', '))}.`);
}

async function storeErasure({ tx, unitId, report, tool, reportId, by, stored }: Work, isLater: boolean) {
  const { erasure } = report;
  if (!erasure) return;
  if (isLater) {
    stored.doubts.push(laterByHand('An erasure'));
    return;
  }
  const method = erasure.method || tool.erasureMethod;
  // An erasure that failed blocks the sale whatever its method was.
  if (!method && erasure.result === 'passed') return;
  const { unit } = await lockOnBench(tx, unitId);
  const { result, category, reference, media, beganAt, endedAt } = erasure;
  await addWipe(
    tx,
    unit,
    {
      category,
      method: method || 'Not named by the tool',
      tool: [tool.name, report.toolVersion].filter(Boolean).join(' '),
      verification: 'tool',
      result,
      reference,
      media,
      beganAt: beganAt === null ? null : new Date(beganAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      reportId,
    },
    by,
  );
  stored.facts.push(`${result === 'passed' ? 'Erased' : 'Erasure failed'}${method && `: ${method}`}.`);
}

async function storeGrade(
  { tx, unitId, report, tool, reportId, by, stored }: Work,
  kind: DeviceKind,
  isLater: boolean,
) {
  if (report.grade === '') return;
  const code = tool.grades[report.grade.toLowerCase()];
  if (code === '') return;
  const words = `Grade “${report.grade}” of ${tool.name}`;
  if (code === undefined) {
    stored.unknownGrade = true;
    stored.doubts.push(`${words} has no grade of the shop yet.`);
    return;
  }
  if (isLater) {
    stored.doubts.push(laterByHand('A grade'));
    return;
  }
  const standard = await findStandard(tx, kind);
  const grade = standard.grades.find((item) => item.code === code && !item.isRetired);
  const { unit } = await lockOnBench(tx, unitId);
  const answers = grade && answersFor(standard, grade);
  const facts = { criticalFailures: await findCriticalFailures(tx, unit), battery: unit.battery };
  const suggestion = answers && suggestGrade(standard, answers, facts);
  if (!grade || !answers || suggestion?.code !== code) {
    const why = grade
      ? (suggestion?.reasons ?? []).join(', ')
      : 'there is no such grade for this kind of device';
    stored.doubts.push(
      `${words} would be ${code}, but ${why || 'the device does not allow it'}. Grade it by hand.`,
    );
    return;
  }
  const reason = `${tool.name} grade ${report.grade}`;
  await insertGrading(
    tx,
    unit,
    { standardId: standard.id, answers, suggested: code, reason, reportId, grade },
    by,
  );
  stored.facts.push(`Grade ${code}.`);
}

/** Returns the answers of a device whose surfaces all meet the words of the grade. */
function answersFor({ surfaces }: GradeStandard, { code, worstWear }: Grade): GradingAnswers {
  return {
    surfaces: Object.fromEntries(surfaces.map(({ key }) => [key, worstWear ?? code])),
    isRefurbished: worstWear !== null,
  };
}
