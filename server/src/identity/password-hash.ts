import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createGate } from './hashing-gate.ts';

const deriveKey = promisify(argon2);

// OWASP's parameters for argon2id: 19 MiB, two passes; about 40 ms off the main thread.
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };

const whenFree = createGate(2, 16);

/** `argon2id$nonce$tag`. Never call it inside a transaction: it takes its time and may be refused. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce);
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

/** Takes as long for an account that does not exist (`stored` null) as for one that does. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [algorithm, nonce = '', tag = ''] = (stored ?? nobodysHash).split('$');
  const wanted = Buffer.from(tag, 'base64url');
  const given = await derive(password, Buffer.from(nonce, 'base64url'));
  const same = wanted.length === given.length && timingSafeEqual(wanted, given);
  return same && algorithm === 'argon2id' && stored !== null;
}

const nobodysHash = `argon2id$${randomBytes(16).toString('base64url')}$${randomBytes(32).toString('base64url')}`;

function derive(password: string, nonce: Buffer): Promise<Buffer> {
  // One person's é may be typed as one code point or as two.
  const message = password.normalize('NFC');
  return whenFree(() => deriveKey('argon2id', { message, nonce, ...cost }));
}
