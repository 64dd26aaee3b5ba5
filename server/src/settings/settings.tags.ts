import type { settingsEndpoints } from '@reprise/contract/settings';
import { bumpTags } from '../platform/bump-tags.ts';
import type { Tx } from '../platform/database.ts';
import type { ShownTags } from '../platform/shown-tags.ts';

const settings = 'settings';

export const settingsTags = {
  getPublicSettings: () => ({ exact: [settings] }),
} satisfies Partial<Record<keyof typeof settingsEndpoints, (result: never) => ShownTags>>;

/** Every page shows some of them. */
export function bumpSettings(tx: Tx): void {
  bumpTags(tx, [settings]);
}
