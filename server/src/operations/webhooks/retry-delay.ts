import { webhookRetryHours } from '@reprise/contract/operations/webhooks/webhooks';
import { hourMs, minuteMs, secondMs } from '../../platform/time.ts';

const delays = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
];
const maxDelay = 8 * hourMs;

/** Returns the pause after so many attempts, 5 seconds to 8 hours, up to a tenth longer so that retries spread. */
export function retryDelay(attempts: number, random: () => number = Math.random): number {
  return Math.round((delays[attempts - 1] ?? maxDelay) * (1 + random() / 10));
}

/** Returns the time after which a failure switches the webhook off. */
export function retryUntil(start: Date): Date {
  return new Date(start.getTime() + webhookRetryHours * hourMs);
}
