import type { settingsEndpoints } from '@reprise/contract/foundations/settings';
import type { Tx } from '../../platform/database/database.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';

const settings = 'settings';

export const settingsTag = { strict: new Set([settings]) };

export const settingsTags = {
  getPublicSettings: () => settingsTag,
} satisfies Partial<Record<keyof typeof settingsEndpoints, (result: never) => ResponseTags>>;

/** True if the settings are among changed tags. */
export const hasSettingsTag = (tags: Iterable<string>): boolean => [...tags].includes(settings);

/** Invalidates all cached pages, because every page shows some settings. */
export function invalidateSettings(tx: Tx): void {
  invalidateTags(tx, [settings]);
}
