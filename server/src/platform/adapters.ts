import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InvalidSettings } from './environment.ts';

/** Setting that names the module of an adapter. */
export type AdapterSetting =
  | 'MAIL_ADAPTER'
  | 'STORAGE_ADAPTER'
  | 'SEARCH_ADAPTER'
  | 'CARRIER_ADAPTER'
  | 'CHANNEL_ADAPTER'
  | 'TAX_ADAPTER'
  | 'PAYMENT_ADAPTER';

/**
 * Loads an adapter of one's own: the default export of a module, which replaces a part of the shop. Loaded by a setting of
 * the environment only, never from a screen: it is code that runs as the shop. Throws InvalidSettings if there is none.
 */
export async function loadAdapter<T>(setting: AdapterSetting, path: string): Promise<T> {
  const file = resolve(path);
  if (!existsSync(file)) throw new InvalidSettings(`${setting}: there is no file ${file}.`);
  const module = (await import(pathToFileURL(file).href)) as { default?: T };
  if (module.default === undefined)
    throw new InvalidSettings(`${setting}: ${file} has no default export (docs/extending.md).`);
  return module.default;
}
