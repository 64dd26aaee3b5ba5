import { problemCodeOf } from '@reprise/contract/problem';

/** The dialog that is open; calls that are refused at the same time share it. */
let dialog: Promise<boolean> | undefined;

/**
 * Sends a call, and once more each time it was refused for want of a recent proof and its caller then gave one in the
 * dialog. Throws the refusal when they cancel: the screen keeps what was typed.
 */
export async function withProof<T>(
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
  const { askForProof } = await import('./step-up-dialog.tsx');
  return askForProof();
}
