/** Shortens text, not within a surrogate pair: PostgreSQL rejects half of one in JSON. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.slice(0, max);
  return `${start.isWellFormed() ? start : start.slice(0, -1)}…`;
}
