/** A product on paper, where no picture tells whose make it is. Many names begin with the brand themselves. */
export function brandedName({ brand, name }: { brand: string; name: string }): string {
  return `${name} `.startsWith(`${brand} `) ? name : `${brand} ${name}`;
}
