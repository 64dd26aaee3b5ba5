/** PostgreSQL stores neither NUL nor lone surrogates, so such values cannot match. */
export function isStorable(value: string): boolean {
  return value !== '' && !value.includes('\u0000') && value.isWellFormed();
}
