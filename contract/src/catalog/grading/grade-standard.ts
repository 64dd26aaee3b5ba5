import { z } from 'zod';
import { type Condition, conditions } from '../products/conditions.ts';
import { deviceKinds } from './device-kinds.ts';

export const maxGrades = 8;

/** Part of a device that is looked at. */
export const surface = z.object({ key: z.string(), label: z.string() });
export type Surface = z.output<typeof surface>;

export const grade = z.object({
  code: z.string(),
  /** Condition of the products that sell it; null: not sold to consumers. */
  condition: z.enum(conditions).nullable(),
  /** Name that customers read. */
  publicName: z.string(),
  /** The most wear that each surface may show, by surface. */
  words: z.record(z.string(), z.string()),
  /** Least battery health in percent, where it can be read; null without one. */
  batteryFloor: z.number().int().nullable(),
  /**
   * For a grade of work instead of wear ("certified refurbished"): the worst grade of wear that may carry it; null for
   * a grade of wear.
   */
  worstWear: z.string().nullable(),
  /** True once it is no longer given; devices that have it keep it. */
  isRetired: z.boolean().optional(),
});
export type Grade = z.output<typeof grade>;

/** Grades of one kind of device, the best first. A published version never changes: gradings name theirs. */
export const gradeStandard = z
  .object({
    id: z.string(),
    kind: z.enum(deviceKinds),
    version: z.number().int(),
    surfaces: z.array(surface),
    grades: z.array(grade),
  })
  .meta({ id: 'GradeStandard' });
export type GradeStandard = z.output<typeof gradeStandard>;

/** Returns the least battery health that the grades promise for each condition; none for one with a grade without a floor. */
export function batteryFloorsOf(grades: readonly Grade[]): Partial<Record<Condition, number>> {
  const sold = grades.filter(({ isRetired }) => !isRetired);
  return Object.fromEntries(
    conditions.flatMap((condition) => {
      const floors = sold.filter((one) => one.condition === condition).map((one) => one.batteryFloor);
      const known = floors.filter((floor) => floor !== null);
      return known.length === 0 || known.length < floors.length ? [] : [[condition, Math.min(...known)]];
    }),
  );
}

/** Answers of a grading: the best grade whose words each surface meets, and whether the refurbishing work was done. */
export const gradingAnswers = z.object({
  surfaces: z.record(z.string().max(40), z.string().max(10)),
  /** Cleaned, worn parts replaced, complete. */
  isRefurbished: z.boolean(),
});
export type GradingAnswers = z.output<typeof gradingAnswers>;
