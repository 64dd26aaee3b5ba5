import { Problem } from '@reprise/contract/problem';
import { parse as parseWithoutDuplicates } from 'lossless-json';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keys that could reach an object's prototype. */
const forbiddenKeys = new Set(['__proto__', 'constructor']);

/** An object of 100,000 keys takes 0.1 s to build; the largest call of the contract has a tenth of that. */
const maxKeys = 12_000;
/** Half a megabyte of nested arrays takes 30 ms to parse. */
const maxOpenings = 20_000;

/**
 * Parses a JSON body strictly: valid UTF-8 without a byte order mark, no duplicate key, no key that could reach a
 * prototype. Returns undefined for an empty body; throws INVALID_JSON.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    if (countOpenings(bytes) > maxOpenings)
      throw new SyntaxError(`More than ${maxOpenings} objects and arrays`);
    const text = utf8.decode(bytes);
    const colons = countColons(text);
    const value: unknown = JSON.parse(text);
    // JSON.parse silently drops duplicate keys. Every key ends in a quote and a colon: only if there are more of those
    // than parsed keys does the slower parser decide.
    if (countKeys(value) !== colons) parseWithoutDuplicates(text);
    return value;
  } catch (cause) {
    throw new Problem('INVALID_JSON', 'The body is not valid JSON.', { cause });
  }
}

/** Counts colons behind quotes, those of keys and those inside strings; stops at more than any call has. */
function countColons(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/"\s*:/g)) {
    count += 1;
    if (count > maxKeys) throw new SyntaxError(`More than ${maxKeys} keys`);
  }
  return count;
}

/** Counts opening braces and brackets, including those inside strings: no string of the contract has that many. */
function countOpenings(bytes: Buffer): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] === openingBrace || bytes[index] === openingBracket) count += 1;
  }
  return count;
}

const openingBrace = 0x7b;
const openingBracket = 0x5b;

/** Counts keys at all depths; throws for a forbidden one. */
function countKeys(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const inner of value) count += countKeys(inner);
    return count;
  }
  for (const key of Object.keys(value)) {
    if (forbiddenKeys.has(key)) throw new SyntaxError(`The key ${key} is not allowed`);
    count += 1 + countKeys((value as Record<string, unknown>)[key]);
  }
  return count;
}
