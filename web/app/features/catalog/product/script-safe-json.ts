const dangerous = /[<>&\u2028\u2029]/g;

/** JSON that can stand inside a script element, whatever the texts in it hold. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    dangerous,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
