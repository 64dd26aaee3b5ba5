// Check digits prove a number; none of these functions is used to complete one.

const digitsOf = (text: string) => [...text].map(Number);
const weigh = (digits: number[], weights: number[]) =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);

/** True if the last digit is the Luhn check digit of the others: IMEI, ICCID, payment cards. */
export function passesLuhn(digits: string): boolean {
  const doubled = digitsOf(digits)
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? digit : digit * 2));
  return doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0;
}

/** True for the check digit of GS1, modulo 10 with weights 3 and 1 from the right: GTIN, SSCC, FedEx Ground, USPS. */
export const passesGs1 = (digits: string): boolean => weigh(digitsOf(digits).reverse(), [1, 3]) % 10 === 0;

/** True if the number is 1 modulo 97, as an EID is. */
export const passesModulo97 = (digits: string): boolean =>
  digitsOf(digits).reduce((rest, digit) => (rest * 10 + digit) % 97, 0) === 1;

/** True if the last of 15 hexadecimal characters is the check character of a MEID: Luhn with base 16. */
export function passesMeidCheck(characters: string): boolean {
  const values = [...characters].reverse().map((character) => Number.parseInt(character, 16));
  const doubled = values.map((value, index) => (index % 2 === 0 ? value : value * 2));
  return doubled.reduce((sum, value) => sum + (value > 15 ? value - 15 : value), 0) % 16 === 0;
}

/** True for a FedEx Express number of 12 digits: weights 3, 1, 7, modulo 11 and then 10. */
export const passesFedExExpress = (digits: string): boolean =>
  (weigh(digitsOf(digits.slice(0, -1)), [3, 1, 7]) % 11) % 10 === Number(digits.at(-1));

/** True for the check digit of UPS behind "1Z" and of its waybills: letters count as their place plus 2, modulo 10. */
export function passesUps(characters: string): boolean {
  const values = [...characters.slice(0, -1)].map((character) =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10,
  );
  return (10 - (weigh(values, [1, 2]) % 10)) % 10 === Number(characters.at(-1));
}

/** True for the check digit of S10, the numbers of postal services such as RB123456785GB. */
export function passesS10(digits: string): boolean {
  const rest = 11 - (weigh(digitsOf(digits.slice(0, 8)), [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
  const check = rest === 10 ? 0 : rest === 11 ? 5 : rest;
  return check === Number(digits.at(8));
}

/** True if the last character is the ISO 7064 check of modulo 37, 36, as DPD prints it. */
export function passesIso7064(characters: string): boolean {
  let check = 36;
  for (const character of characters.slice(0, -1)) {
    check = (check + Number.parseInt(character, 36)) % 36 || 36;
    check = (check * 2) % 37;
  }
  return (check + Number.parseInt(characters.at(-1) ?? '', 36)) % 36 === 1;
}
