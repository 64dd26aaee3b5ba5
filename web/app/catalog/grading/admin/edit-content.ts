import type { GradingContent } from '@reprise/contract/catalog/grading/edited-grading';

/** Content on the screen: rows have an id of their own, because their names change while they are typed. */
export type EditedContent = {
  surfaces: GradingContent['surfaces'];
  grades: (GradingContent['grades'][number] & { id: string })[];
  tests: (GradingContent['tests'][number] & { id: string })[];
};

export function toEdited({ surfaces, grades, tests }: GradingContent): EditedContent {
  return {
    surfaces,
    grades: grades.map((grade) => ({ ...grade, id: crypto.randomUUID() })),
    tests: tests.map((test) => ({ ...test, id: crypto.randomUUID() })),
  };
}

/** Returns the content without the ids, and without the words of surfaces that were removed. */
export function fromEdited({ surfaces, grades, tests }: EditedContent): GradingContent {
  return {
    surfaces,
    grades: grades.map(({ id, words, ...grade }) => ({
      ...grade,
      words: Object.fromEntries(surfaces.map(({ key }) => [key, words[key] ?? ''])),
    })),
    tests: tests.map(({ id, ...test }) => test),
  };
}

export function newSurface(): EditedContent['surfaces'][number] {
  return { key: crypto.randomUUID(), label: '' };
}

export function newGrade(): EditedContent['grades'][number] {
  return {
    id: crypto.randomUUID(),
    code: '',
    condition: null,
    publicName: '',
    words: {},
    batteryFloor: null,
    worstWear: null,
  };
}

export function newTest(group: string): EditedContent['tests'][number] {
  return { id: crypto.randomUUID(), key: '', label: '', group, required: true, critical: false };
}

/** Returns the list with the row at `index` changed. */
export function withRow<Row>(rows: readonly Row[], index: number, change: Partial<Row>): Row[] {
  return rows.map((row, at) => (at === index ? { ...row, ...change } : row));
}

export function withoutRow<Row>(rows: readonly Row[], index: number): Row[] {
  return rows.filter((_, at) => at !== index);
}

/** Returns the list with the row at `index` moved by `steps` places. */
export function withMoved<Row>(rows: readonly Row[], index: number, steps: number): Row[] {
  const moved = rows[index];
  const rest = withoutRow(rows, index);
  return moved === undefined ? [...rows] : rest.toSpliced(index + steps, 0, moved);
}
