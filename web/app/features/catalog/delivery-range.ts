const msPerDay = 86_400_000;
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

/** An order's estimate is five days; standard shipping takes up to seven business days. */
const earliestDays = 5;
const latestBusinessDays = 7;
const expressDays = 2;

/** When an order placed at this time arrives by standard shipping: "Dec 2-4". */
export function deliveryRange(placed: Date): string {
  const from = new Date(placed.getTime() + earliestDays * msPerDay);
  const to = addBusinessDays(placed, latestBusinessDays);
  const end = from.getUTCMonth() === to.getUTCMonth() ? to.getUTCDate() : dayOf(to);
  return `${dayOf(from)}-${end}`;
}

/** When an order arrives by express: the day the shop has named, or what it will name once it answers. */
export function expressDelivery(placed: Date, estimate?: string): string {
  return dayOf(estimate ? new Date(estimate) : new Date(placed.getTime() + expressDays * msPerDay));
}

const dayOf = (date: Date): string => `${month.format(date)} ${date.getUTCDate()}`;

function addBusinessDays(start: Date, days: number): Date {
  let day = start;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + msPerDay);
    if (day.getUTCDay() !== 0 && day.getUTCDay() !== 6) left -= 1;
  }
  return day;
}
