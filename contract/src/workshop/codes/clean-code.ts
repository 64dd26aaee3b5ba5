/**
 * Text of a scan in one form: NFKC, digits of any script, one kind of dash, blank and quote, no invisible characters, upper
 * case. `symbology` is the AIM prefix of the scanner, such as "]C1"; `original` is the text before its case was folded. Tabs,
 * line ends and the GS1 separator stay.
 */
export type CleanCode = { text: string; symbology: string; original: string };

export const groupSeparator = '\u001d';

export function cleanCode(raw: string): CleanCode {
  const plain = plainCharacters(raw).trim();
  const symbology = /^\][A-Za-z]\d/.exec(plain)?.[0] ?? '';
  const original = withoutWrapping(plain.slice(symbology.length));
  return { text: original.toUpperCase(), symbology, original };
}

function plainCharacters(raw: string): string {
  return raw
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Cc}/gu, (character) => ('\t\r\n\u001d'.includes(character) ? character : ''));
}

/** Unicode has the ten digits of a script in one run that begins with its zero. */
function asciiDigit(digit: string): string {
  let code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}

/** Takes off `="…"` and quotes of spreadsheets and the stars of Code 39. */
function withoutWrapping(text: string): string {
  const quoted =
    /^=?"([^"]*)"$/.exec(text)?.[1] ?? /^\*([^*]+)\*$/.exec(text)?.[1] ?? /^'(\w.*)$/.exec(text)?.[1];
  return (quoted ?? text).trim();
}

/** Removes what only groups the characters of one number. */
export const compact = (text: string): string => text.replace(/[ .-]/g, '');

/** True if a letter belongs to another alphabet; a Cyrillic С is never read as a Latin C. */
export const hasForeignLetter = (text: string): boolean => /[^\p{ASCII}]/u.test(text);
