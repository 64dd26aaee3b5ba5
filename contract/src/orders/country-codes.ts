import type { Country } from '../countries.ts';

export const countryCodes: Record<Country, string> = {
  'United States': 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
};
