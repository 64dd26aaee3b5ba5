import { browserStorage } from './browser-storage.ts';

const inputEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove'];

/** Calls later than this after the last input count as background calls. */
const inputWindowMs = 10_000;
const shareIntervalMs = 5_000;
const storageName = 'last-input-at';
const storage = browserStorage();

// Loading the page counts as input.
let lastInputAt = Date.now();
let lastSharedAt = 0;
const listeners = new Set<() => void>();

if (typeof window !== 'undefined') {
  for (const type of inputEvents)
    window.addEventListener(type, recordInput, { capture: true, passive: true });
}

function recordInput({ isTrusted }: Event): void {
  if (!isTrusted) return;
  // Listeners run before the update, so that they can read the time since the previous input.
  for (const listener of listeners) listener();
  lastInputAt = Date.now();
  if (lastInputAt - lastSharedAt < shareIntervalMs) return;
  lastSharedAt = lastInputAt;
  storage.setItem(storageName, String(lastInputAt));
}

/** Runs the listener before each input is recorded. Returns a function that removes it. */
export function onInput(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true for a background call, such as a poll: no recent input in this tab. */
export function isWithoutInput(): boolean {
  return Date.now() - lastInputAt > inputWindowMs;
}

/** Returns the milliseconds since the last input in any tab of this browser. */
export function idleFor(): number {
  const shared = Number(storage.getItem(storageName));
  return Date.now() - Math.max(lastInputAt, Number.isFinite(shared) ? shared : 0);
}
