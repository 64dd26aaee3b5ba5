/** Base colors by which shoppers filter, in the order of the filter, each with a code to show it. */
export const baseColorCodes: ReadonlyMap<string, string> = new Map([
  ['Black', '#25272a'],
  ['Gray', '#76787c'],
  ['Silver', '#c8cacd'],
  ['White', '#f7f7f5'],
  ['Blue', '#4677b8'],
  ['Green', '#5f8f6c'],
  ['Yellow', '#f0d45e'],
  ['Gold', '#dfc09c'],
  ['Orange', '#ee8a3a'],
  ['Red', '#b5232c'],
  ['Pink', '#ee9cae'],
  ['Purple', '#9b86c4'],
  ['Brown', '#7a5640'],
]);
