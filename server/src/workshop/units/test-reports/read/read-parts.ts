import type { ReportedPart } from '@reprise/contract/workshop/units/test-reports';
import type { Entry } from './report-record.ts';
import { isEmptyWord } from './result-words.ts';

const maxParts = 60;

/** Returns the parts of a report: a JSON text, "Battery: Genuine" in a cell, or objects of a document. */
export function readParts(entries: readonly Entry[]): ReportedPart[] {
  const parts = entries.flatMap(({ path, value }) => (path.length === 1 ? partsOfText(value) : []));
  const objects = new Map<string, Map<string, string>>();
  for (const { path, place, value } of entries.filter(({ path }) => path.length > 1)) {
    const item = place.slice(0, place.lastIndexOf('/'));
    const isInList = /\]$/.test(item);
    if (!isInList) parts.push(partOf(path.at(-1) ?? '', value));
    else objects.set(item, (objects.get(item) ?? new Map()).set(path.at(-1) ?? '', value));
  }
  for (const fields of objects.values()) parts.push(partOfFields((name) => fields.get(name) ?? ''));
  return parts.filter(({ part }) => part !== '' && !/^serial ?(number|no)?$/i.test(part)).slice(0, maxParts);
}

function partOf(name: string, status: string, note = ''): ReportedPart {
  const word = status.trim().toLowerCase();
  const isGenuine = /^(genuine|original|oem|authentic|factory)( part)?$/.test(word)
    ? true
    : /not genuine|non[- ]?genuine|unknown part|replaced|aftermarket|copy|not original|mismatch/.test(word)
      ? false
      : null;
  const words = [isGenuine === null && !isEmptyWord(status) ? status : '', note].filter(Boolean).join(', ');
  return { part: name.trim().slice(0, 60), isGenuine, note: words.slice(0, 200) };
}

const partOfFields = (field: (name: string) => string) =>
  partOf(
    field('name') || field('part') || field('component'),
    field('status') ||
      field('state') ||
      field('result') ||
      genuineWords(field('genuine') || field('is genuine') || field('isgenuine')),
    field('notice') || field('note'),
  );

const genuineWords = (value: string) =>
  /^(true|yes)$/i.test(value) ? 'genuine' : /^(false|no)$/i.test(value) ? 'not genuine' : value;

function partsOfText(text: string): ReportedPart[] {
  if (/^[[{]/.test(text)) return partsOfJson(text);
  return text.split(/[,;\n|]/).flatMap((piece) => {
    const mark = piece.search(/[:=]/);
    const [name, status] = [piece.slice(0, Math.max(0, mark)).trim(), piece.slice(mark + 1).trim()];
    return name && status ? [partOf(name, status)] : [];
  });
}

function partsOfJson(text: string): ReportedPart[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return [];
  }
  const list = Array.isArray(read) ? read : Object.values(Object(read)).find(Array.isArray);
  if (!Array.isArray(list)) {
    return Object.entries(Object(read)).flatMap(([name, status]) =>
      typeof status === 'string' ? [partOf(name, status)] : [],
    );
  }
  return list.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const fields = new Map(
      Object.entries(item).map(([name, value]) => [name.toLowerCase(), String(value ?? '')]),
    );
    return [partOfFields((name) => fields.get(name) ?? '')];
  });
}
