import type { settingsEndpoints } from '@reprise/contract/settings';
import type { Tx } from '../platform/database/database.ts';
import type { TagsOfCall } from '../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../platform/response-cache/invalidate-tags.ts';

const settings = 'settings';

export const settingsTags = {
  getPublicSettings: () => ({ exact: [settings] }),
} satisfies Partial<Record<keyof typeof settingsEndpoints, (result: never) => TagsOfCall>>;

/** Every page shows some of them. */
export function bumpSettings(tx: Tx): void {
  invalidateTags(tx, [settings]);
}
