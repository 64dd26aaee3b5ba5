/** Returns "Ada L." for "Ada Lovelace", so that a public review does not show the full name. */
export function authorName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const initial = [...(rest.at(-1) ?? '')][0];
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
