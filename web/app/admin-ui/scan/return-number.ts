import { readCode } from '@reprise/contract/workshop/codes/read-code';

/** Returns the number of a return if the code is that of its slip, else null. */
export function returnNumberOf(code: string): string | null {
  const reading = readCode(code);
  if (reading.answer !== 'value') return null;
  return reading.numbers.find(({ kind }) => kind === 'return')?.value ?? null;
}
