import { call } from '../plain-client.ts';

/** A CSV file for a file input. */
export const csv = (name: string, lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
});

/** Returns how many products of a name the storefront lists. */
export async function onSale(base: string, name: string): Promise<number> {
  const { body } = await call(base, 'GET', `/products?search=${encodeURIComponent(name)}`);
  return body.data.match === 'exact' ? body.data.pagination.total : 0;
}
