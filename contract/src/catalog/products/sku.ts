/**
 * Prefix of a generated SKU, before a random number: the first three letters of the brand and of the name, A to Z after
 * removing accents. Fewer letters are taken as they are; "SKU" if neither has one.
 */
export function skuPrefix(brand: string, name: string): string {
  return firstLetters(brand) + firstLetters(name) || 'SKU';
}

function firstLetters(text: string): string {
  // Decomposed, "É" is an E and an accent, which is no letter from A to Z.
  const letters = text.toUpperCase().normalize('NFKD').match(/[A-Z]/g) ?? [];
  return letters.slice(0, 3).join('');
}
