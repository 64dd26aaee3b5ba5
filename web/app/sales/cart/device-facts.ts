import type { DeviceChoice } from '@reprise/contract/workshop/units/device-choice';

/** Returns "Battery 98%, 159 cycles", or the unit number of a device without a readable battery. */
export function deviceFacts({ battery, cycles, number }: DeviceChoice): string {
  const facts = [battery !== null && `Battery ${battery}%`, cycles !== null && `${cycles} cycles`];
  return facts.filter(Boolean).join(', ') || number;
}
