import { focusManager } from '@tanstack/react-query';

const awayAfterMs = 5 * 60_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'];

/**
 * Lists stop to refresh themselves once nobody has touched the screen for five minutes: every call says that the
 * administrator is still there, and the session of an open screen would never be idle. They go on at the first
 * touch. Returns what ends the watch.
 */
export function watchPresence(): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const here = () => {
    clearTimeout(timer);
    timer = setTimeout(() => focusManager.setFocused(false), awayAfterMs);
    // No word of ours: whether the tab is in sight decides again.
    focusManager.setFocused(undefined);
  };
  for (const sign of signs) {
    window.addEventListener(sign, here, { capture: true, passive: true, signal: ending.signal });
  }
  here();
  return () => {
    ending.abort();
    clearTimeout(timer);
    focusManager.setFocused(undefined);
  };
}
