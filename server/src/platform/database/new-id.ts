import { randomBytes, randomFillSync } from 'node:crypto';

/** Crockford's base 32, without the ambiguous letters i, l, o and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns `prefix_` and 26 characters: 48 bits of time in milliseconds, then 80 random bits. Sorts by creation. */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  return `${prefix}_${timePart(Date.now())}${randomPart()}`;
}

let lastTime = -1;
let lastPart = '';

/** Encodes the time in ten characters, cached for ids of the same millisecond. */
function timePart(time: number): string {
  if (time === lastTime) return lastPart;
  let text = '';
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) text = alphabet[rest % 32] + text;
  lastTime = time;
  lastPart = text;
  return text;
}

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Returns sixteen characters, each from five bits of a byte of its own; bytes come from a pool to save system calls. */
function randomPart(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = '';
  for (const end = used + 16; used < end; used++) text += alphabet[(pool[used] ?? 0) & 31];
  return text;
}

/** Returns a URL-safe secret of so many random bytes. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
