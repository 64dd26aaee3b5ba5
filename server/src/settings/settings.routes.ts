import type { settingsEndpoints } from '@reprise/contract/settings';
import type { Deps } from '../platform/deps.ts';
import type { Handlers } from '../platform/endpoint.ts';
import { readPublicSettings, readSettings } from './settings.queries.ts';
import { updateSettings } from './update-settings.ts';

export function settingsHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof settingsEndpoints> {
  return {
    getPublicSettings: async () => ({ settings: await readPublicSettings(deps.db) }),
    getSettings: async () => ({ settings: await readSettings(deps.db) }),
    updateSettings: async ({ body }, context) => ({
      settings: await updateSettings(deps, body, context.caller?.userId ?? null),
    }),
  };
}
