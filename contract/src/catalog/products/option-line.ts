import type { ConfigurationOptions } from './product-family.ts';

/** Options that tell configurations apart, in the order in which pages show them. */
export const optionAxes = ['screenSize', 'size', 'storage', 'memory', 'carrier', 'color'] as const;
export type OptionAxis = (typeof optionAxes)[number];

/** Returns the options in words, such as "256 GB · Blue". */
export function optionLine(options: ConfigurationOptions): string {
  return optionAxes.flatMap((axis) => options[axis] ?? []).join(' · ');
}
