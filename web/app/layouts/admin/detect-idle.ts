import { focusManager } from '@tanstack/react-query';
import { api } from '../../api/browser-api.ts';
import { idleFor, onInput } from '../../browser/last-input.ts';
import { authToken } from '../../session/auth-store.ts';
import { endSession } from '../../session/end-session.ts';

const stopPollingAfterMs = 5 * 60_000;
const markEveryMs = 2 * 60_000;
const retryAfterMs = 60_000;
const checkEveryMs = 5_000;

/**
 * Signs out after the store's idle time without input in any tab, and stops polling after five minutes.
 * Typing marks the session as active, so that a long text is not lost; returns a function that ends the
 * detection.
 */
export function detectIdle(): () => void {
  let idleMinutes: number | null = null;
  let markedAt = 0;

  const markActive = async () => {
    markedAt = Date.now();
    try {
      ({ idleMinutes } = await api.getMe());
    } catch {
      // The next call of the screen reports the error.
    }
  };
  const leaveWhenIdle = () => {
    const token = authToken();
    if (idleMinutes === null || token === null || idleFor() < idleMinutes * 60_000) return false;
    api.logout().catch(() => {});
    endSession(token, 'idle');
    return true;
  };
  const check = () => {
    if (leaveWhenIdle()) return;
    // Without the first answer the page would never sign out.
    if (idleMinutes === null && Date.now() - markedAt > retryAfterMs) void markActive();
    focusManager.setFocused(idleFor() > stopPollingAfterMs ? false : undefined);
  };

  void markActive();
  const timer = setInterval(check, checkEveryMs);
  const removeListener = onInput(() => {
    if (leaveWhenIdle()) return;
    // Undefined: the visibility of the tab decides.
    focusManager.setFocused(undefined);
    if (Date.now() - markedAt > markEveryMs) queueMicrotask(markActive);
  });
  // Timers do not run while a laptop is closed, so the check runs before anything becomes visible.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    removeListener();
    document.removeEventListener('visibilitychange', check);
    focusManager.setFocused(undefined);
  };
}
