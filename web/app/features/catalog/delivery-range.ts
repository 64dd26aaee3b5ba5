const msPerDay = 86_400_000;
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** An order's estimate is five days; standard shipping takes up to seven business days. */
const earliestDays = 5;
const latestBusinessDays = 7;

/** When an order placed now arrives: "Dec 2-4". */
export function deliveryRange(now: Date): string {
  const from = new Date(now.getTime() + earliestDays * msPerDay);
  const to = addBusinessDays(now, latestBusinessDays);
  const end =
    from.getUTCMonth() === to.getUTCMonth() ? to.getUTCDate() : `${month.format(to)} ${to.getUTCDate()}`;
  return `${month.format(from)} ${from.getUTCDate()}-${end}`;
}

function addBusinessDays(start: Date, days: number): Date {
  let day = start;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}
