import type { SettingsEffects } from './foundations/settings/update-settings.ts';
import { endSessionsWithoutFactor } from './people/identity/sessions/end-sessions-without-factor.ts';
import { lockDailyStats, recomputeDailyStats } from './sales/orders/order-stats.ts';

/** Effects of settings in slices that import the settings. */
export const settingsEffects: SettingsEffects = {
  endSessionsWithoutFactor,
  lockDailyStats,
  recomputeDailyStats,
};
