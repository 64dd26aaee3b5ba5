import { dayMs, hourMs } from '../../platform/time.ts';

const weekMs = 7 * dayMs;

/** First campaign since the Unix epoch. Campaigns start on Thursdays at 15:00 UTC: morning in the US, afternoon in Europe. */
const firstCampaignMs = 15 * hourMs;

/**
 * Sending period of a campaign. Mails not sent by then are dropped, because prices are stale and a subscriber must not
 * get two mails within six days.
 */
const sendingPeriodMs = dayMs;

const lastCampaignStart = (now: Date) =>
  new Date(Math.floor((now.getTime() - firstCampaignMs) / weekMs) * weekMs + firstCampaignMs);

/** Returns the day of the running campaign, such as 2026-11-26, or null. */
export function runningCampaign(now: Date): string | null {
  const lastStart = lastCampaignStart(now);
  return now.getTime() - lastStart.getTime() < sendingPeriodMs ? lastStart.toISOString().slice(0, 10) : null;
}

/** Returns the start of the next campaign, or of the running one if it has not started, which is in the past. */
export function nextCampaign(now: Date, hasStarted: (day: string) => boolean): Date {
  const running = runningCampaign(now);
  const lastStart = lastCampaignStart(now);
  return running !== null && !hasStarted(running) ? lastStart : new Date(lastStart.getTime() + weekMs);
}
