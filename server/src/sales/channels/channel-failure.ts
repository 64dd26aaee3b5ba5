import { problemCodeOf } from '@reprise/contract/problem';
import { ChannelRefusal } from '@reprise/extension/channel';
import { secondMs } from '../../platform/time.ts';

/** Returns the words of a channel that refused a call or did not answer; null for a fault of the shop. */
export function channelFailure(error: unknown): string | null {
  const isKnown = error instanceof ChannelRefusal || problemCodeOf(error) === 'UNAVAILABLE';
  return isKnown && error instanceof Error ? error.message : null;
}

/** Returns the time of the next attempt: after 10 s, 20 s, 40 s and so on up to `maxMs`. */
export function nextAttempt(now: Date, attempts: number, maxMs: number): Date {
  const exponent = Math.min(attempts - 1, 12);
  return new Date(now.getTime() + Math.min(maxMs, 10 * secondMs * 2 ** exponent));
}
