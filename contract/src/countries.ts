/** Countries that the shop ships to. */
export const countries = ['United States', 'Canada', 'United Kingdom'] as const;
export type Country = (typeof countries)[number];
