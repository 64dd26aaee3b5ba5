/** Digits and letters that cannot be mistaken for each other; 31 of them, a prime, so that the check finds more. */
const alphabet = '123456789ABCDEFGHJKMNPQRSTVWXYZ';
const randomLength = 7;

/**
 * Returns a unit number such as "U-7KQ4M2X5": seven random characters and a check character, which finds each wrong
 * character and each swap of two neighbors. `randomBelow(n)` returns a random integer from 0 to n - 1.
 */
export function newUnitNumber(randomBelow: (limit: number) => number): string {
  const random = Array.from(
    { length: randomLength },
    () => alphabet[randomBelow(alphabet.length)] ?? '1',
  ).join('');
  return `U-${random}${checkCharacter(random)}`;
}

/** Returns the canonical form of a typed or scanned unit number; null if it is none or mistyped. */
export function parseUnitNumber(code: string): string | null {
  const characters = code.toUpperCase().replace(/[\s-]/g, '');
  if (!/^U[1-9A-Z]{8}$/.test(characters)) return null;
  const [random, check] = [characters.slice(1, -1), characters.at(-1)];
  return checkCharacter(random) === check ? `U-${random}${check}` : null;
}

/** True for a unit number in its canonical form. */
export const isUnitNumber = (value: string): boolean => parseUnitNumber(value) === value;

/** Returns the sum of the characters weighted by their positions, as a character; undefined for a foreign one. */
function checkCharacter(characters: string): string | undefined {
  const values = [...characters].map((character) => alphabet.indexOf(character));
  if (values.includes(-1)) return undefined;
  const sum = values.reduce((total, value, index) => total + value * (index + 2), 0);
  return alphabet[sum % alphabet.length];
}
