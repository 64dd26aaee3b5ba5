import { endSessionsWithoutFactor } from './identity/sessions/end-sessions-without-factor.ts';
import { lockDailyStats, recomputeDailyStats } from './orders/order-stats.ts';
import type { SettingsEffects } from './settings/update-settings.ts';

/** Effects of settings in slices that import the settings. */
export const settingsEffects: SettingsEffects = {
  endSessionsWithoutFactor,
  lockDailyStats,
  recomputeDailyStats,
};
