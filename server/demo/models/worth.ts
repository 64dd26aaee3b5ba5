// Value of used devices: the launch price of the configuration, less a yearly depreciation.
import type { CategoryName } from './model.ts';

/** The month for which the demo shop's prices are worked out. */
const pricedIn = { year: 2026, month: 11 };

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Share of value retained per year, by category and by makers that differ. */
const keptAYear: Record<CategoryName, { others: number; makers: Record<string, number> }> = {
  Smartphones: { others: 0.74, makers: { Apple: 0.82, Samsung: 0.765, Google: 0.75 } },
  Laptops: { others: 0.78, makers: { Apple: 0.84 } },
  'Audio & Headphones': { others: 0.81, makers: { Apple: 0.87, Sony: 0.84, Bose: 0.84, Marshall: 0.87 } },
  'Smart Watches': { others: 0.77, makers: { Apple: 0.82, Garmin: 0.85 } },
  'Gaming Consoles': { others: 0.88, makers: { Sony: 0.94, Microsoft: 0.93, Nintendo: 0.94, Valve: 0.92 } },
  Tablets: { others: 0.83, makers: { Apple: 0.87 } },
};

/** In dollars. More storage was more expensive at launch and ages at the same rate. */
export function worthOf(launched: number, category: CategoryName, brand: string, released: string): number {
  const { others, makers } = keptAYear[category];
  return Math.round(launched * (makers[brand] ?? others) ** yearsSince(released));
}

/** Released as in the specifications: "September 2021". */
function yearsSince(released: string): number {
  const [month = '', year = ''] = released.split(' ');
  const place = months.indexOf(month) + 1;
  if (place === 0 || !/^\d{4}$/.test(year)) throw new Error(`"${released}" is not a month and a year.`);
  return pricedIn.year - Number(year) + (pricedIn.month - place) / 12;
}
