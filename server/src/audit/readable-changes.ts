import type { AuditChange } from '@reprise/contract/audit';
import { cents, formatMoney } from '@reprise/contract/money';

type Fields = Record<string, unknown>;

/** Amounts whose names do not end in "Cents". */
const amounts = new Set(['freeShippingThreshold', 'standardShippingRate', 'expressShippingRate']);

const longest = 300;

/** Changes of an entry as text, field by field, without unchanged fields. */
export function readableChanges(before: unknown, after: unknown): AuditChange[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return names.flatMap((name) => {
    const change = { before: inWords(name, old[name]), after: inWords(name, fresh[name]) };
    return change.before === change.after ? [] : [{ field: labelOf(name), ...change }];
  });
}

function fieldsOf(kept: unknown): Fields {
  if (kept === null || kept === undefined) return {};
  return typeof kept === 'object' && !Array.isArray(kept) ? (kept as Fields) : { value: kept };
}

/** "originalPriceCents" reads "Original price". */
function labelOf(name: string): string {
  if (name === 'taxBasisPoints') return 'Tax';
  const words = name
    .replace(/Cents$/, '')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function inWords(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const words = phrase(name, value);
  return words.length > longest ? `${words.slice(0, longest)}…` : words;
}

function phrase(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return figure(name, value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((each) => phrase(name, each)).join(', ');
  return JSON.stringify(value);
}

function figure(name: string, value: number): string {
  if (name === 'taxBasisPoints') return `${value / 100} %`;
  const isAmount = name.endsWith('Cents') || amounts.has(name);
  return isAmount && Number.isSafeInteger(value) ? formatMoney(cents(value)) : String(value);
}
