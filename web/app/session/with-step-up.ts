import { problemCodeOf } from '@reprise/contract/problem';

/** Open dialog, shared by calls that fail concurrently. */
let dialog: Promise<boolean> | undefined;

/**
 * Sends a call and repeats it after a step-up that it requires. Throws the Problem if the user cancels, so that the screen
 * keeps the entered text.
 */
export async function withStepUp<T>(
  send: () => Promise<T>,
  open: () => Promise<boolean> = openDialog,
): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (problemCodeOf(error) !== 'STEP_UP_REQUIRED') throw error;
      dialog ??= open().finally(() => {
        dialog = undefined;
      });
      if (!(await dialog)) throw error;
    }
  }
}

async function openDialog(): Promise<boolean> {
  const { openStepUpDialog } = await import('./step-up-dialog.tsx');
  return openStepUpDialog();
}
