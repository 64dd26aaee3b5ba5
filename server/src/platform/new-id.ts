import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no i, l, o, u, so that an id survives being read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** `prefix_` and 26 characters: 48 bits of time in milliseconds, then 80 random bits. Sorts by creation. */
export function newId<Prefix extends string>(prefix: Prefix): `${Prefix}_${string}` {
  const random = randomBytes(10);
  const value = (BigInt(Date.now()) << 80n) | BigInt(`0x${random.toString('hex')}`);
  return `${prefix}_${base32(value, 26)}`;
}

function base32(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest >>= 5n) text = alphabet[Number(rest & 31n)] + text;
  return text;
}

/** A secret of so many random bytes, safe in addresses. */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
