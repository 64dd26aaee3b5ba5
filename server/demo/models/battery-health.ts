import type { CategoryName, Condition } from './model.ts';

/** Least battery health of devices with a battery that can be read, whose inspection note names none. */
const usualHealth: Record<Condition, number> = { excellent: 95, refurbished: 90, good: 85, fair: 80 };

const categoriesWithBattery: readonly CategoryName[] = ['Smartphones', 'Laptops', 'Smart Watches', 'Tablets'];

/** Returns the battery health in percent that the note of a condition promises; null if no battery is measured. */
export function batteryHealthOf(category: CategoryName, condition: Condition, note: string): number | null {
  const [, percent] = /batter(?:y|ies)[^.;]*?(\d{2,3})%/i.exec(note) ?? [];
  if (percent) return Number(percent);
  if (
    /(?:new|fresh) battery(?! where)|batter(?:y|ies)(?: is| are)? new|every battery is replaced/i.test(note)
  )
    return 100;
  return categoriesWithBattery.includes(category) ? usualHealth[condition] : null;
}
