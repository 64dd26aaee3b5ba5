import { type Condition, conditionLabels, type Origin, originLabels } from './conditions.ts';

/** Returns condition and origin, such as "Like New · Open box", without repetition if both say the same. */
export function conditionText(condition: Condition, origin: Origin): string {
  if (condition === 'refurbished' && origin === 'certified-refurbished') return conditionLabels[condition];
  return `${conditionLabels[condition]} · ${originLabels[origin]}`;
}
