import { randomInt } from 'node:crypto';

/** No 0, O, 1, I, L or U: what is read aloud is written down right. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const length = 9;

/** `MJ-` and nine letters: 44 random bits. */
export function newOrderNumber(): string {
  let number = 'MJ-';
  for (let at = 0; at < length; at++) number += letters[randomInt(letters.length)];
  return number;
}
