import { randomInt } from 'node:crypto';

/** Omits 0, O, 1, I, L and U, which are easily confused. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const length = 9;

/** Returns `MJ-` and nine characters: 44 random bits. */
export function newOrderNumber(): string {
  let number = 'MJ-';
  for (let index = 0; index < length; index++) number += letters[randomInt(letters.length)];
  return number;
}
