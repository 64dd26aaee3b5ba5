import { cp } from 'node:fs/promises';

/** Copies the empty shop that `npm test` creates into the folder, if there is one. */
export async function copyEmptyShop(folder: string): Promise<void> {
  const { EMPTY_SHOP } = process.env;
  if (EMPTY_SHOP) await cp(EMPTY_SHOP, folder, { recursive: true });
}
