import type { Grade, GradeStandard, GradingAnswers } from './grade-standard.ts';

/** Findings of the newest test report; `battery` is null where it cannot be read. */
export type TestFindings = { criticalFailures: readonly string[]; battery: number | null };

export type GradeSuggestion = {
  /** Null until each surface is answered. */
  code: string | null;
  /** Why it is not the best grade, a sentence each. */
  reasons: string[];
};

/** Returns the grade of the worst surface, lowered by the battery and by failed critical tests, with the reasons. */
export function suggestGrade(
  { surfaces, grades }: Pick<GradeStandard, 'surfaces' | 'grades'>,
  answers: GradingAnswers,
  { criticalFailures, battery }: TestFindings,
): GradeSuggestion {
  const offered = grades.filter(({ isRetired }) => !isRetired);
  const wear = offered.filter(({ worstWear }) => worstWear === null);
  const ranks = surfaces.map(({ key }) => wear.findIndex(({ code }) => code === answers.surfaces[key]));
  if (wear.length === 0 || ranks.includes(-1)) return { code: null, reasons: [] };
  const worst = Math.max(...ranks, 0);
  const reasons = surfaces
    .filter((_, index) => worst > 0 && ranks[index] === worst)
    .map(({ label }) => `${label}: ${wear[worst]?.code}`);

  const last = wear.at(-1);
  if (criticalFailures.length > 0 && last) {
    return { code: last.code, reasons: [...reasons, `Failed: ${criticalFailures.join(', ')}`] };
  }
  const lowered = lowerForBattery(wear, worst, battery);
  reasons.push(...lowered.reasons);
  if (answers.isRefurbished) {
    const work = offerWork(offered, wear, lowered.rank, battery);
    if (work.grade) return { code: work.grade.code, reasons };
    reasons.push(...work.reasons);
  }
  return { code: wear[lowered.rank]?.code ?? null, reasons };
}

const isTooWeak = ({ batteryFloor }: Grade, battery: number | null) =>
  battery !== null && batteryFloor !== null && battery < batteryFloor;

/** Returns the first grade from `rank` on whose battery floor is met. */
function lowerForBattery(wear: readonly Grade[], rank: number, battery: number | null) {
  const reasons: string[] = [];
  let lowered = rank;
  while (lowered < wear.length - 1) {
    const grade = wear[lowered];
    if (!grade || !isTooWeak(grade, battery)) break;
    reasons.push(batteryReason(grade, battery));
    lowered += 1;
  }
  return { rank: lowered, reasons };
}

const batteryReason = ({ code, batteryFloor }: Grade, battery: number | null) =>
  `Battery ${battery}%: ${code} needs ${batteryFloor}%`;

/** Returns the grade of work that the wear and the battery allow, or why none does. */
function offerWork(grades: readonly Grade[], wear: readonly Grade[], rank: number, battery: number | null) {
  const reasons: string[] = [];
  for (const grade of grades.filter(({ worstWear }) => worstWear !== null)) {
    const allowed = wear.findIndex(({ code }) => code === grade.worstWear);
    if (rank > allowed) reasons.push(`${grade.code} allows wear up to ${grade.worstWear}`);
    else if (isTooWeak(grade, battery)) reasons.push(batteryReason(grade, battery));
    else return { grade, reasons };
  }
  return { grade: undefined, reasons };
}
