const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** Returns "Dec 2-4", or one day. */
export function dayRange({ from, to }: { from: Date; to: Date }): string {
  if (dayOf(from) === dayOf(to)) return dayOf(from);
  const end = from.getUTCMonth() === to.getUTCMonth() ? to.getUTCDate() : dayOf(to);
  return `${dayOf(from)}-${end}`;
}

const dayOf = (date: Date): string => `${month.format(date)} ${date.getUTCDate()}`;
