/** `families`: one card per family. `offers`: one card per product, with the counts of options. */
export const listModes = ['families', 'offers'] as const;
export type ListMode = (typeof listModes)[number];

/** Options of a configuration that lists filter by, in the order of the filters. */
export const optionNames = [
  'storage',
  'memory',
  'color',
  'baseColor',
  'screenSize',
  'size',
  'carrier',
] as const;
export type OptionName = (typeof optionNames)[number];

export const optionLabels: Record<OptionName, string> = {
  storage: 'Storage',
  memory: 'Memory',
  color: 'Color',
  baseColor: 'Color',
  screenSize: 'Screen size',
  size: 'Size',
  carrier: 'Carrier',
};

/** Least battery health on offer as a filter, in percent of a new one. */
export const batterySteps = [80, 85, 90, 95, 100] as const;
/** Least saving on offer as a filter, in percent of the original price. */
export const savingSteps = [10, 20, 30, 40, 50, 60, 70] as const;
