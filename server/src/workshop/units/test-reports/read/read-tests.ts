import type { TestOutcome } from '@reprise/contract/catalog/grading/checklist';
import { reportFieldLabels } from '@reprise/contract/workshop/units/report-tools';
import type { ToolReport } from '@reprise/contract/workshop/units/test-reports';
import { truncate } from '@reprise/extension/truncate';
import type { ReportReading } from './report-reading.ts';
import { outcomeOf, percentOf, verdictOf, wholeOf } from './result-words.ts';

/** Reads the battery: its health, or the share of its capacity that is left. */
export function readBattery(reading: ReportReading): { battery: number | null; cycles: number | null } {
  const numberOf = (field: 'battery' | 'cycles', read: (value: string) => number | null | undefined) => {
    const numbers = new Set<number>();
    for (const { value } of reading.all(field)) {
      const number = read(value);
      if (number === undefined)
        reading.doubt(`${reportFieldLabels[field]} has “${truncate(value, 40)}”, which is not read.`);
      else if (number !== null) numbers.add(number);
    }
    if (numbers.size > 1)
      reading.doubt(`${reportFieldLabels[field]} is ${[...numbers].join(' and ')}: none is recorded.`);
    return numbers.size === 1 ? ([...numbers][0] ?? null) : null;
  };
  const battery = numberOf('battery', percentOf);
  const cycles = numberOf('cycles', wholeOf);
  const hasHealth = reading.all('battery').some(({ value }) => percentOf(value) !== null);
  return { battery: battery ?? (hasHealth ? null : shareOfCapacity(reading)), cycles };
}

function shareOfCapacity(reading: ReportReading): number | null {
  const [design, full] = (['batteryDesign', 'batteryFull'] as const).map((field) =>
    reading.all(field).map(({ value }) => wholeOf(value.replace(/m[AW]h$/i, ''))),
  );
  if (!design || !full || design.length !== 1 || full.length !== 1 || !design[0] || !full[0]) return null;
  const percent = Math.round((full[0] / design[0]) * 100);
  return percent >= 1 && percent <= 100 ? percent : null;
}

const maxTests = 200;

/** Reads the results of tests by their names and the verdict on the whole device. */
export function readTests(reading: ReportReading): Pick<ToolReport, 'results' | 'verdict'> {
  const results = new Map<string, TestOutcome>();
  // A test that two columns answer differently failed.
  const rank: Record<TestOutcome, number> = { pass: 0, skipped: 1, fail: 2 };
  const add = (name: string, outcome: TestOutcome) => {
    const known = results.get(name);
    if (known === undefined || rank[outcome] > rank[known]) results.set(name, outcome);
  };
  for (const [field, outcome] of [
    ['passed', 'pass'],
    ['failed', 'fail'],
    ['pending', 'skipped'],
  ] as const) {
    for (const { value } of reading.all(field)) {
      if (/^\d+$/.test(value))
        reading.doubt(`${reportFieldLabels[field]} is the number ${value}: it does not say which.`);
      else
        for (const name of value.split(/[,;|\n]+/)) if (name.trim()) add(name.trim().slice(0, 80), outcome);
    }
  }
  for (const { path, value } of reading.all('test')) {
    const name = (path.at(-1) ?? '').slice(0, 80);
    const outcome = outcomeOf(value);
    if (outcome) add(name, outcome);
    else reading.doubt(`${name} has “${truncate(value, 40)}”, which says neither pass nor fail.`);
  }
  const words = [
    ...reading.all('verdict'),
    ...reading.all('progress').filter(({ value }) => verdictOf(value) === 'fail'),
  ];
  const verdicts = new Set(words.map(({ value }) => verdictOf(value)));
  for (const { value } of words) {
    if (verdictOf(value) === null)
      reading.doubt(`${reportFieldLabels.verdict} is “${truncate(value, 40)}”, which is not read.`);
  }
  const verdict = (['fail', 'unfinished', 'pass'] as const).find((item) => verdicts.has(item)) ?? null;
  return { results: Object.fromEntries([...results].slice(0, maxTests)), verdict };
}
