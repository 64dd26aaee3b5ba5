import { checkResultLabels, checkResults } from '@reprise/contract/catalog/grading/device-checks';

const tones = { clear: 'good', blocked: 'bad', flagged: 'neutral', unknown: 'neutral' } as const;

/** Answers of a check with their colors. */
export const checkChoices = checkResults.map((value) => ({
  value,
  label: checkResultLabels[value],
  tone: tones[value],
}));
