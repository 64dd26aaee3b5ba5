import { Problem } from '@reprise/contract/problem';

export type Outcome = 'done' | string;

/** Returns "done" or the code of the `Problem` that ended an action; rethrows other errors. */
export async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}
