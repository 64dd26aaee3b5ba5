import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';

const deriveKey = promisify(argon2);

type Cost = { memory: number; passes: number; parallelism: number };
type Hash = { cost: Cost; salt: Buffer; tag: Buffer };

// OWASP's parameters for argon2id: 19 MiB, two passes. One hash takes about 40 ms in the thread pool.
const currentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** Cost of hashes stored before PHC strings, which do not contain it. */
const legacyCost = currentCost;
const tagBytes = 32;

const runHashing = createSemaphore(2, 16);

/**
 * Returns a PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. Call it outside of transactions: it waits for a slot
 * and throws OVERLOADED when too many wait.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return toPhc({ cost: currentCost, salt, tag: await derive(password, salt, currentCost) });
}

/** Returns true if the password matches. Takes as long for no account (`stored` null) as for an existing one. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored === null ? null : parseHash(stored);
  const { cost, salt, tag } = hash ?? dummyHash;
  const derived = await derive(password, salt, cost);
  return derived.length === tag.length && timingSafeEqual(tag, derived) && hash !== null;
}

/** Returns true if a new hash would have another cost or format. */
export function isOutdatedHash(stored: string): boolean {
  const hash = parseHash(stored);
  return hash === null || toPhc({ ...hash, cost: currentCost }) !== stored;
}

const dummyHash: Hash = { cost: currentCost, salt: randomBytes(16), tag: randomBytes(tagBytes) };

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/;

/** Parses PHC strings and the older `argon2id$salt$tag`; returns null for other formats. */
function parseHash(stored: string): Hash | null {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored) ?? [];
  if (salt && tag) {
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
  }
  const [algorithm, oldSalt, oldTag] = stored.split('$');
  if (algorithm !== 'argon2id' || !oldSalt || !oldTag) return null;
  return {
    cost: legacyCost,
    salt: Buffer.from(oldSalt, 'base64url'),
    tag: Buffer.from(oldTag, 'base64url'),
  };
}

function toPhc({ cost: { memory, passes, parallelism }, salt, tag }: Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  // Keyboards type é as one code point or as two.
  const message = password.normalize('NFC');
  return runHashing(() => deriveKey('argon2id', { message, nonce, tagLength: tagBytes, ...cost }));
}
