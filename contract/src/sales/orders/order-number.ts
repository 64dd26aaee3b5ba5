const withSeparators = /^#?MJ[\s-]*([A-Z0-9]{4,12})$/i;

/** Returns an order number as it is stored; it may be typed with blanks, in lower case or without its hyphen. */
export function normalizeOrderNumber(typed: string): string {
  const [, characters] = withSeparators.exec(typed.trim()) ?? [];
  return characters === undefined ? typed.toUpperCase() : `MJ-${characters.toUpperCase()}`;
}
