import { readCode } from '@reprise/contract/workshop/codes/read-code';
import { facetTerms } from './search-terms.ts';

// Codes by which a product is found: its SKU, the barcodes and part numbers of its configuration, and the model numbers in its
// name and specifications. Blanks, hyphens and case do not count.

/** Shorter beginnings are those of too many codes. */
const minBeginning = 4;
/** A longer entry would not fit the index. */
const maxCode = 60;

/** Parts of a code between which it may be cut: "SM-S901B/DS" has sm, s, 901, b and ds. */
const partsOf = (code: string) =>
  code
    .normalize('NFKD')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? [];

/** Barcodes are compared with 14 digits, the length of the longest GTIN. */
function compact(parts: string[]): string {
  const code = parts.join('').slice(0, maxCode);
  return /^\d{8,14}$/.test(code) ? code.padStart(14, '0') : code;
}

function beginningTerms(parts: string[]): string[] {
  return parts
    .map((_, index) => parts.slice(0, index + 1).join(''))
    .filter((text) => text.length >= minBeginning && text.length <= maxCode && /\d/.test(text))
    .map(facetTerms.codeBeginning);
}

export type CodedProduct = {
  name: string;
  sku: string | null;
  specifications: Record<string, string>;
  /** GTINs and part numbers. */
  modelCodes: string[];
};

/** Names of specifications whose values are codes. */
const codeNames =
  /\b(model|part|article|item|order|product)\s*(no|nos|number|numbers|nr|code|#)\b|\b(mpn|gtin|ean|upc|sku)\b/iu;

/** Returns the terms of the codes of a product and of their beginnings. */
export function codeTerms({ name, sku, specifications, modelCodes }: CodedProduct): string[] {
  const specified = Object.entries(specifications).flatMap(([label, value]) =>
    codeNames.test(label) ? value.split(/[,;\s]+/) : [],
  );
  const codes = [sku ?? '', ...modelCodes, ...specified].map(partsOf).filter(({ length }) => length > 0);
  const named = name
    .split(/\s+/)
    .map(partsOf)
    .filter((parts) => parts.length > 2 && /^\p{L}/u.test(parts[0] ?? ''));
  return [
    ...new Set([
      ...codes.map((parts) => facetTerms.code(compact(parts))),
      ...[...codes, ...named].flatMap(beginningTerms),
    ]),
  ];
}

const kindsOfProducts = new Set(['gtin', 'part', 'model']);

/** Returns the terms that find a product by the typed code: as a whole, then as the beginning of one if `any` code is meant. */
export function queryCodeTerms(typed: string, meant: 'whole' | 'any'): string[] {
  const reading = readCode(typed, { isSearch: true });
  const read =
    reading.answer === 'value' && reading.numbers.find(({ kind }) => kindsOfProducts.has(kind))?.value;
  const parts = partsOf(read || typed);
  if (parts.length === 0) return [];
  return [facetTerms.code(compact(parts)), ...(meant === 'any' ? beginningTerms(parts).slice(-1) : [])];
}
