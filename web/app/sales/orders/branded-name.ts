/** Returns the name with its brand for paper, without repeating a brand that the name starts with. */
export function brandedName({ brand, name }: { brand: string; name: string }): string {
  return `${name} `.startsWith(`${brand} `) ? name : `${brand} ${name}`;
}
