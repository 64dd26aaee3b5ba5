import type { ConfigurationOptions } from './product-family.ts';

/** Options that tell configurations apart, in the order in which pages show them. */
export const optionAxes = ['screenSize', 'size', 'storage', 'memory', 'version', 'carrier', 'color'] as const;
export type OptionAxis = (typeof optionAxes)[number];

export const axisLabels: Record<OptionAxis, string> = {
  screenSize: 'Screen size',
  size: 'Size',
  storage: 'Storage',
  memory: 'Memory',
  version: 'Version',
  carrier: 'Carrier',
  color: 'Color',
};

/** Returns the options in words, such as "256 GB · Blue". */
export function optionLine(options: ConfigurationOptions): string {
  return optionAxes.flatMap((axis) => options[axis] ?? []).join(' · ');
}
