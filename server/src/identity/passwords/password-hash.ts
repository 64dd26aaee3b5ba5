import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createSemaphore } from './hashing-gate.ts';

const deriveKey = promisify(argon2);

type Cost = { memory: number; passes: number; parallelism: number };
type Hash = { cost: Cost; salt: Buffer; tag: Buffer };

// OWASP's parameters for argon2id: 19 MiB, two passes; about 40 ms off the main thread.
const presentCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
/** The cost of hashes that do not name it: shops that began before PHC strings hold them. */
const unnamedCost = presentCost;
const tagBytes = 32;

const whenFree = createSemaphore(2, 16);

/**
 * A PHC string, `$argon2id$v=19$m=19456,t=2,p=1$salt$tag`. Never call it inside a transaction: it takes its time
 * and may be refused.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return toPhc({ cost: presentCost, salt, tag: await derive(password, salt, presentCost) });
}

/** Takes as long for an account that does not exist (`stored` null) as for one that does. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const hash = stored === null ? null : parseHash(stored);
  const { cost, salt, tag } = hash ?? nobodysHash;
  const given = await derive(password, salt, cost);
  return given.length === tag.length && timingSafeEqual(tag, given) && hash !== null;
}

/** True for a hash of another cost or format than a new one would have. */
export function isOutdatedHash(stored: string): boolean {
  const hash = parseHash(stored);
  return hash === null || toPhc({ ...hash, cost: presentCost }) !== stored;
}

const nobodysHash: Hash = { cost: presentCost, salt: randomBytes(16), tag: randomBytes(tagBytes) };

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/;

/** Reads PHC strings and the older `argon2id$salt$tag`; null for anything else. */
function parseHash(stored: string): Hash | null {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(stored) ?? [];
  if (salt && tag) {
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') };
  }
  const [algorithm, oldSalt, oldTag] = stored.split('$');
  if (algorithm !== 'argon2id' || !oldSalt || !oldTag) return null;
  return {
    cost: unnamedCost,
    salt: Buffer.from(oldSalt, 'base64url'),
    tag: Buffer.from(oldTag, 'base64url'),
  };
}

function toPhc({ cost: { memory, passes, parallelism }, salt, tag }: Hash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  // One person's é may be typed as one code point or as two.
  const message = password.normalize('NFC');
  return whenFree(() => deriveKey('argon2id', { message, nonce, tagLength: tagBytes, ...cost }));
}
