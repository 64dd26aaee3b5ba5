const hour = 3_600_000;
const day = 24 * hour;
const week = 7 * day;

/** Thursdays at 15:00 UTC: the morning of the United States, the afternoon of Europe. The first since 1970. */
const firstEdition = 15 * hour;

/**
 * How long an edition goes out. What has not left by then stays: prices are old, and so nobody ever gets two
 * within six days.
 */
const goesOutFor = day;

const lastEdition = (now: Date) =>
  new Date(Math.floor((now.getTime() - firstEdition) / week) * week + firstEdition);

/** The day of the edition that goes out now, as 2026-11-26; null where none does. */
export function campaignGoingOut(now: Date): string | null {
  const last = lastEdition(now);
  return now.getTime() - last.getTime() < goesOutFor ? last.toISOString().slice(0, 10) : null;
}

/** When the next edition goes out, if that of now has already: a moment in the past where it has not. */
export function nextCampaign(now: Date, hasStarted: (day: string) => boolean): Date {
  const goingOut = campaignGoingOut(now);
  const last = lastEdition(now);
  return goingOut !== null && !hasStarted(goingOut) ? last : new Date(last.getTime() + week);
}
