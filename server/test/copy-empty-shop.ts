import { cp } from 'node:fs/promises';

/** Into an empty folder: the empty shop that `npm test` has made; nothing where there is none. */
export async function copyEmptyShop(folder: string): Promise<void> {
  const { EMPTY_SHOP } = process.env;
  if (EMPTY_SHOP) await cp(EMPTY_SHOP, folder, { recursive: true });
}
