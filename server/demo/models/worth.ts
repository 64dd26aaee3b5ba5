// Value of used devices: the launch price of the configuration, less a yearly depreciation.
import type { CategoryName } from './model.ts';

/** Month of the demo shop's prices. */
const priceDate = { year: 2026, month: 11 };

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

/** Share of the value that a device retains per year, by category, with exceptions by brand. */
const retainedPerYear: Record<CategoryName, { defaultShare: number; brands: Record<string, number> }> = {
  Smartphones: { defaultShare: 0.74, brands: { Apple: 0.82, Samsung: 0.765, Google: 0.75 } },
  Laptops: { defaultShare: 0.78, brands: { Apple: 0.84 } },
  'Audio & Headphones': {
    defaultShare: 0.81,
    brands: { Apple: 0.87, Sony: 0.84, Bose: 0.84, Marshall: 0.87 },
  },
  'Smart Watches': { defaultShare: 0.77, brands: { Apple: 0.82, Garmin: 0.85 } },
  'Gaming Consoles': {
    defaultShare: 0.88,
    brands: { Sony: 0.94, Microsoft: 0.93, Nintendo: 0.94, Valve: 0.92 },
  },
  Tablets: { defaultShare: 0.83, brands: { Apple: 0.87 } },
};

/** Returns the value in dollars. All configurations of a model depreciate at the same rate. */
export function worthOf(launched: number, category: CategoryName, brand: string, released: string): number {
  const { defaultShare, brands } = retainedPerYear[category];
  return Math.round(launched * (brands[brand] ?? defaultShare) ** yearsSince(released));
}

/** Returns the years since a release date such as "September 2021". */
function yearsSince(released: string): number {
  const [month = '', year = ''] = released.split(' ');
  const monthNumber = months.indexOf(month) + 1;
  if (monthNumber === 0 || !/^\d{4}$/.test(year)) throw new Error(`"${released}" is not a month and a year.`);
  return priceDate.year - Number(year) + (priceDate.month - monthNumber) / 12;
}
