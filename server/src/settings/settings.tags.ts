import type { settingsEndpoints } from '@reprise/contract/settings';
import type { Tx } from '../platform/database/database.ts';
import type { ShownTags } from '../platform/response-cache/cache-dependencies.ts';
import { bumpTags } from '../platform/response-cache/invalidate-tags.ts';

const settings = 'settings';

export const settingsTags = {
  getPublicSettings: () => ({ exact: [settings] }),
} satisfies Partial<Record<keyof typeof settingsEndpoints, (result: never) => ShownTags>>;

/** Every page shows some of them. */
export function bumpSettings(tx: Tx): void {
  bumpTags(tx, [settings]);
}
