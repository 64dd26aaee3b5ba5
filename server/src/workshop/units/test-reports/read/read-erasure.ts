import type { WipeCategory } from '@reprise/contract/workshop/units/bench';
import type { ReportField } from '@reprise/contract/workshop/units/report-tools';
import type { ErasedMedium, ToolErasure } from '@reprise/contract/workshop/units/test-reports';
import { contextOf } from './column-meaning.ts';
import type { Entry } from './report-record.ts';
import { erasureOf, isEmptyWord } from './result-words.ts';

export type FieldEntry = Entry & { field: ReportField };

type Group = { isErasure: boolean; entries: FieldEntry[] };
export type ReadErasure = {
  erasure: Omit<ToolErasure, 'beganAt' | 'endedAt' | 'reference'> | null;
  began: string[];
  ended: string[];
  /** Serial numbers of all media that the report names. */
  media: string[];
  doubts: string[];
};

const isErasureField = ({ field }: FieldEntry) => field.startsWith('eras') || field.startsWith('media');

/**
 * Returns the erasure of a report. It passed only where each medium says so in words that are known and counts no error;
 * a drive of the device that no erasure names leaves it in doubt.
 */
export function readErasure(entries: readonly FieldEntry[]): ReadErasure {
  const groups = joinSingles(groupsOf(entries.filter(isErasureField)));
  const doubts: string[] = [];
  const erased = groups.filter(({ isErasure }) => isErasure).map((group) => readGroup(group, doubts));
  const results = erased.filter(({ result }) => result !== 'none');
  const began = valuesOf(entries, 'erasureBegan');
  const ended = valuesOf(entries, 'erasureEnded');
  const media = valuesOf(entries, 'mediaSerial');
  const nothing = { erasure: null, began, ended, media, doubts };
  if (results.length === 0 || results.some(({ result }) => result === null)) return nothing;
  const left = drivesLeft(
    groups,
    results.map(({ serial }) => serial),
  );
  const isFailed = results.some(({ result }) => result === 'failed');
  if (left.length > 0 && !isFailed) {
    doubts.push(
      `The erasure does not name the drive ${left.join(', ')}, so the device does not count as erased.`,
    );
    return nothing;
  }
  const methods = [...new Set(results.map(({ method }) => method).filter(Boolean))];
  const listed = results.filter(({ serial, model, type }) => serial || model || type);
  return {
    ...nothing,
    erasure: {
      result: isFailed ? 'failed' : 'passed',
      method: methods.join(' / ').slice(0, 100),
      category: categoryOf(methods),
      media: listed
        .slice(0, 50)
        .map((medium) => ({ ...medium, result: medium.result === 'passed' ? 'passed' : 'failed' })),
    },
  };
}

const valuesOf = (entries: readonly FieldEntry[], field: ReportField) =>
  entries.flatMap((entry) => (entry.field === field && !isEmptyWord(entry.value) ? entry.value : []));

/** Media by the part of the report that speaks of them. */
function groupsOf(entries: readonly FieldEntry[]): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of entries) {
    const key = groupKey(entry);
    const group = groups.get(key) ?? { isErasure: !key.startsWith('media'), entries: [] };
    group.entries.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function groupKey({ path, place, field }: FieldEntry): string {
  const flat = path.at(-1) ?? '';
  if (path.length === 1) {
    const number = /\d+/.exec(flat)?.[0] ?? '';
    return field.startsWith('media') && !contextOf(path).isErasure ? `media ${number}` : `erasure ${number}`;
  }
  const segments = place.split('/').filter(Boolean);
  const isIn = (kind: 'isErasure' | 'isMedia') => (_segment: string, index: number) =>
    index < path.length - 1 && contextOf([path[index] ?? ''])[kind];
  const lastErasure = segments.findLastIndex(isIn('isErasure'));
  const lastMedia = segments.findLastIndex(isIn('isMedia'));
  if (lastErasure >= 0) return `erasure ${segments.slice(0, lastErasure + 1).join('/')}`;
  if (lastMedia >= 0) return `media ${segments.slice(0, lastMedia + 1).join('/')}`;
  return field.startsWith('media') ? 'media' : 'erasure ';
}

/** The only medium of a report is that of its only erasure. */
function joinSingles(groups: Group[]): Group[] {
  const [erasure, second] = groups.filter(({ isErasure }) => isErasure);
  const [medium, other] = groups.filter(({ isErasure }) => !isErasure);
  const hasMedium = erasure?.entries.some(({ field }) => field === 'mediaSerial');
  if (!erasure || second || !medium || other || hasMedium) return groups;
  return [{ isErasure: true, entries: [...erasure.entries, ...medium.entries] }];
}

type ReadMedium = Omit<ErasedMedium, 'result'> & { result: 'passed' | 'failed' | 'none' | null };

function readGroup({ entries }: Group, doubts: string[]): ReadMedium {
  const first = (field: ReportField, max: number) => (valuesOf(entries, field)[0] ?? '').slice(0, max);
  const words = valuesOf(entries, 'erased');
  const results = words.map(erasureOf);
  const errors = valuesOf(entries, 'erasureErrors').filter((value) => !/^0+$/.test(value.trim()));
  const medium = {
    serial: first('mediaSerial', 60),
    model: first('mediaModel', 100),
    type: first('mediaType', 40),
  };
  const method = first('erasureMethod', 100);
  const isNone =
    results.length > 0 ? results.every((result) => result === 'none') : method === '' && errors.length === 0;
  if (isNone) return { ...medium, method, result: 'none' };
  if (results.includes('failed') || errors.length > 0) return { ...medium, method, result: 'failed' };
  const unknown = words.filter((_, index) => results[index] === null);
  if (results.length > 0 && unknown.length === 0 && !results.includes('none'))
    return { ...medium, method, result: 'passed' };
  doubts.push(
    words.length > 0
      ? `The erasure says “${words.join('”, “').slice(0, 80)}”: it does not count as one.`
      : 'The report does not say if the erasure passed: it does not count as one.',
  );
  return { ...medium, method, result: null };
}

/** Returns the drives of the device that no erasure names. Sticks and card readers do not belong to it. */
function drivesLeft(groups: Group[], erased: string[]): string[] {
  return groups.flatMap(({ isErasure, entries }) => {
    const serial = valuesOf(entries, 'mediaSerial')[0] ?? '';
    const isOutside = valuesOf(entries, 'mediaType').some((type) =>
      /usb|removable|sd card|optical|cd/i.test(type),
    );
    return isErasure || isOutside || serial === '' || erased.includes(serial) ? [] : [serial];
  });
}

/** Returns the category of NIST SP 800-88 that the words name; null if they name none or several. */
function categoryOf(methods: string[]): WipeCategory | null {
  const text = methods.join(' ').toLowerCase();
  const named = [
    /\bclear\b/.test(text) ? ('clear' as const) : null,
    /\bpurge\b/.test(text) ? ('purge' as const) : null,
    /\bdestr(oy|uction)/.test(text) ? ('destroy' as const) : null,
  ].filter((category) => category !== null);
  return named.length === 1 ? (named[0] ?? null) : null;
}
