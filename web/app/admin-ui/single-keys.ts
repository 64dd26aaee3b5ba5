import { browserStorage } from '../browser/browser-storage.ts';

const name = 'single-keys-off';

/** False if the administrator has switched off shortcuts of a single key, which speech input may trigger (WCAG 2.1.4). */
export function hasSingleKeys(): boolean {
  return browserStorage().getItem(name) !== 'yes';
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) browserStorage().removeItem(name);
  else browserStorage().setItem(name, 'yes');
}
