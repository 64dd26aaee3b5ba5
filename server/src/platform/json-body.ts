import { Problem } from '@reprise/contract/problem';
import { parse as parseWithoutDuplicates } from 'lossless-json';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Keys that could reach an object's prototype. */
const forbiddenKeys = new Set(['__proto__', 'constructor']);

/**
 * Reads a JSON body strictly: valid UTF-8 without a byte order mark, no key twice, no key that could
 * reach a prototype. An empty body is undefined. Throws INVALID_JSON.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const text = utf8.decode(bytes);
    const value: unknown = JSON.parse(text, refuseForbiddenKeys);
    // JSON.parse keeps the last of two equal keys without a word.
    parseWithoutDuplicates(text);
    return value;
  } catch (cause) {
    throw new Problem('INVALID_JSON', 'The body is not valid JSON.', { cause });
  }
}

function refuseForbiddenKeys(key: string, value: unknown): unknown {
  if (forbiddenKeys.has(key)) throw new SyntaxError(`The key ${key} is not allowed`);
  return value;
}
