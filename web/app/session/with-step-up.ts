import type { StepUpMethod } from '@reprise/contract/people/identity/step-up';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';

/** Open dialog, shared by calls that fail concurrently. */
let dialog: Promise<boolean> | undefined;

/**
 * Sends a call and repeats it after a step-up that it requires. Throws the Problem if the user cancels, so that the screen
 * keeps the entered text.
 */
export async function withStepUp<T>(
  send: () => Promise<T>,
  open: (methods: StepUpMethod[] | undefined) => Promise<boolean> = openDialog,
): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (problemCodeOf(error) !== 'STEP_UP_REQUIRED') throw error;
      dialog ??= open(methodsOf(error)).finally(() => {
        dialog = undefined;
      });
      if (!(await dialog)) throw error;
    }
  }
}

/** Returns the only methods that the call accepts; undefined if it accepts all. */
function methodsOf(error: unknown): StepUpMethod[] | undefined {
  return (error as Problem).details?.methods as StepUpMethod[] | undefined;
}

async function openDialog(methods: StepUpMethod[] | undefined): Promise<boolean> {
  const { openStepUpDialog } = await import('./step-up-dialog.tsx');
  return openStepUpDialog(methods);
}
