import { createHash } from 'node:crypto';
import { type CheckKind, checkKinds, checkLabels } from '@reprise/contract/catalog/grading/device-checks';
import { maxCarrier, readCarrier } from '@reprise/contract/workshop/units/carrier';
import {
  type Identifier,
  type IdentifierKind,
  identifierLabels,
  readIdentifier,
} from '@reprise/contract/workshop/units/identifiers';
import { type ReportField, reportFieldLabels } from '@reprise/contract/workshop/units/report-tools';
import { type ToolReport, toolReport } from '@reprise/contract/workshop/units/test-reports';
import { truncate } from '@reprise/extension/truncate';
import { type FieldEntry, readErasure } from './read-erasure.ts';
import { readParts } from './read-parts.ts';
import { shiftedCells } from './read-records.ts';
import { readBattery, readTests } from './read-tests.ts';
import { type ReadContext, ReportReading } from './report-reading.ts';
import type { ReportRecord } from './report-record.ts';
import { checkOf } from './result-words.ts';

export type ReadReport = {
  row: number;
  /** Number that the row names its device by; '' without one. */
  device: string;
  report: ToolReport | null;
  doubts: string[];
  problem: string;
  ambiguousDates: string[];
  hasLocalTime: boolean;
  lacksMethod: boolean;
};

/** Reads a record by the meaning of its columns; null for one that says nothing, such as the sum below a table. */
export function readReport(record: ReportRecord, context: ReadContext): ReadReport | null {
  const reading = new ReportReading(record, context);
  if (reading.entries.length === 0) return null;
  const { identifiers, fault } = readIdentifiers(reading);
  const assigned = context.devices.get(record.row) ?? '';
  const device = assigned || (identifiers.length > 0 ? '' : reading.one('device'));
  const erased = readErasure(reading.entries);
  for (const doubt of erased.doubts) reading.doubt(doubt);
  const endedAt = reading.latest(erased.ended, reportFieldLabels.erasureEnded);
  const testedAt =
    reading.latest(
      reading.all('testedAt').map(({ value }) => value),
      reportFieldLabels.testedAt,
    ) ?? endedAt;
  const given = reading.one('reference');
  const method = erased.erasure && (erased.erasure.method || context.erasureMethod);
  const lacksMethod = method === '' && erased.erasure?.result === 'passed';
  if (lacksMethod) reading.doubt('The report does not say how it was erased: the erasure needs a method.');
  const draft = {
    device,
    identifiers,
    tool: context.tool,
    reference: (given || digestOf(record)).slice(0, 80),
    testedAt,
    model: modelOf(reading),
    toolVersion: reading.one('toolVersion').slice(0, 40),
    ...readBattery(reading),
    ...readTests(reading),
    checks: readChecks(reading),
    grade: reading.one('grade').slice(0, 40),
    parts: readParts(reading.all('parts')),
    erasure: erased.erasure && {
      ...erased.erasure,
      method: method ?? '',
      reference: (reading.one('erasureReport') || given).slice(0, 100),
      beganAt: reading.latest(erased.began, reportFieldLabels.erasureBegan),
      endedAt,
    },
    note: reading
      .all('note')
      .map(({ value }) => value)
      .join(' ')
      .slice(0, 1000),
  };
  const named =
    device || identifiers[0]?.value || reading.all('imei')[0]?.value || reading.all('serial')[0]?.value || '';
  const problem = problemOf(record, reading, {
    fault,
    device: device || identifiers[0]?.value || '',
    media: erased.media,
  });
  const read = toolReport.safeParse(draft);
  const isUsable = problem === '' && read.success;
  return {
    row: record.row,
    device: truncate(named, 60),
    report: isUsable ? read.data : null,
    doubts: reading.doubts,
    problem: problem || (read.success ? '' : read.error.issues.map(({ message }) => `${message}.`).join(' ')),
    ambiguousDates: reading.ambiguousDates,
    hasLocalTime: reading.hasLocalTime,
    lacksMethod,
  };
}

function problemOf(
  record: ReportRecord,
  reading: ReportReading,
  { fault, device, media }: { fault: string; device: string; media: string[] },
): string {
  const shifted = record.entries.find(({ path }) => path[0] === shiftedCells);
  if (shifted) return shifted.value;
  if (fault) return fault;
  const progress = reading.one('progress');
  if (/process|pending|queue|waiting|reject|cancel/i.test(progress))
    return `Its status is “${truncate(progress, 40)}”: there is no answer.`;
  if (device) return '';
  if (reading.doubts.length > 0 && reading.all('imei').length + reading.all('serial').length > 0)
    return reading.doubts.join(' ');
  return media[0]
    ? `It names only the drive ${truncate(media[0], 40)}. Say which device it is of.`
    : 'It names no device.';
}

/** Returns a number for a report without one, so that the same record is recorded once. */
function digestOf({ entries }: ReportRecord): string {
  const content = entries.map(({ path, value }) => [...path, value]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

const modelOf = (reading: ReportReading) =>
  (['brand', 'model', 'storage', 'color'] as const)
    .map((field) => reading.all(field)[0]?.value ?? '')
    .filter(Boolean)
    .join(' ')
    .slice(0, 200);

// ---- Numbers

const identifierFields = ['imei', 'imei2', 'serial', 'meid', 'eid'] as const;

/** Reads the numbers of the device; two different ones for one place reject the record. */
function readIdentifiers(reading: ReportReading): { identifiers: Identifier[]; fault: string } {
  const found = new Map<IdentifierKind, string>();
  let fault = '';
  const add = (kind: IdentifierKind, value: string) => {
    const known = found.get(kind);
    if (kind === 'imei2' && found.get('imei') === value) return;
    if (known !== undefined && known !== value)
      fault ||= `${identifierLabels[kind]} is ${known} and ${value} in one report.`;
    else found.set(kind, value);
  };
  for (const field of identifierFields) {
    for (const entry of reading.all(field)) {
      const pieces =
        field === 'serial'
          ? [entry.value]
          : entry.value.split(/[/,;|\n]+/).filter((piece) => piece.trim() !== '');
      for (const [index, piece] of pieces.entries()) {
        const kind = field === 'imei' && index > 0 ? 'imei2' : field;
        const read = readIdentifier(kind, piece.trim());
        if ('value' in read) add(kind, read.value);
        else reading.doubt(`${identifierLabels[kind]} “${truncate(piece.trim(), 40)}”: ${read.fault}`);
      }
    }
  }
  return { identifiers: [...found].map(([kind, value]) => ({ kind, value })), fault };
}

// ---- Checks

const fieldsOfChecks: Record<CheckKind, ReportField> = {
  'account-lock': 'accountLock',
  management: 'management',
  blacklist: 'blacklist',
  finance: 'finance',
  'carrier-lock': 'carrierLock',
};

/** Reads locks and registers: one block counts, a clear answer only if nothing else is said. */
function readChecks(reading: ReportReading): ToolReport['checks'] {
  const carrier = reading.all('carrier')[0]?.value ?? '';
  const carrierName =
    readCarrier(carrier.replace(/ ?\b(un)?locked( policy)?\b ?/i, ' ').slice(0, maxCarrier)) ?? '';
  return checkKinds.flatMap((kind): ToolReport['checks'] => {
    const entries = reading.all(fieldsOfChecks[kind]);
    const answers = entries.flatMap((entry) => answerOf(kind, entry) ?? []);
    if (kind === 'carrier-lock' && answers.length === 0 && /lock/i.test(carrier)) {
      const answer = checkOf(kind, carrier);
      if (answer) answers.push(answer);
    }
    const unknown = answers.find(({ result }) => result === 'unknown');
    const blocked = answers.find(({ result }) => result === 'blocked');
    // A phone that is locked to a carrier with a name can be sold as one of that carrier.
    if (blocked && kind === 'carrier-lock' && carrierName) {
      return [{ kind, result: 'flagged' as const, note: '', carrier: carrierName }];
    }
    if (blocked) return [{ kind, result: 'blocked' as const, note: blocked.note.slice(0, 200) }];
    if (unknown) {
      reading.doubt(`${checkLabels[kind]}: “${truncate(unknown.note, 60)}” says neither clear nor blocked.`);
      return [];
    }
    return answers.length > 0 ? [{ kind, result: 'clear' as const, note: '' }] : [];
  });
}

function answerOf(kind: CheckKind, { path, value }: FieldEntry) {
  const name = path.at(-1) ?? '';
  const answer = checkOf(kind, value);
  // "Unlocked: yes" means the opposite of "Locked: yes".
  const isNegated = /^(sim )?unlocked$/.test(name) && /^(yes|no|true|false|1|0|y|n)$/i.test(value.trim());
  if (!isNegated || !answer) return answer;
  return { ...answer, result: answer.result === 'clear' ? ('blocked' as const) : ('clear' as const) };
}
