const dangerous = /[<>&\u2028\u2029]/g;

/** Returns JSON that is safe inside a script element for any text. */
export function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    dangerous,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
