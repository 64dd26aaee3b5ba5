/** Lower-cases and replaces each run of other characters than letters and digits by one hyphen, none at the ends. */
export function slugify(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
