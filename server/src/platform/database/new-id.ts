import { randomBytes, randomFillSync, randomInt } from 'node:crypto';

/** Crockford's base 32, without the ambiguous letters i, l, o and u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns `prefix_` and 26 characters: 48 bits of time in milliseconds, 15 bits that count the ids of a millisecond
 * from a random start (RFC 9562, section 6.2, method 1), then 65 random bits. Ids of one process sort in the order of
 * their creation, also when the clock is set back.
 */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  const now = Date.now();
  if (now > time) startMillisecond(now);
  else if (++count === 2 ** 15) startMillisecond(time + 1);
  return `${prefix}_${timeText}${encode(count, 3)}${randomPart()}`;
}

let time = -1;
let timeText = '';
let count = 0;

function startMillisecond(milliseconds: number): void {
  time = milliseconds;
  timeText = encode(milliseconds, 10);
  count = randomInt(2 ** 14);
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  return text;
}

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Returns thirteen characters, each from five bits of a byte of its own; bytes come from a pool to save system calls. */
function randomPart(): string {
  if (used + 13 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = '';
  for (const end = used + 13; used < end; used++) text += alphabet[(pool[used] ?? 0) & 31];
  return text;
}

/** Returns a URL-safe secret of so many random bytes. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
