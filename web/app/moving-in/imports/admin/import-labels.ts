import type { ImportState, ProductImport, RowOutcome } from '@reprise/contract/moving-in/imports';

type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'primary';

const stateLabels: Record<ImportState, { label: string; tone: Tone }> = {
  checking: { label: 'Checking', tone: 'primary' },
  checked: { label: 'Ready to import', tone: 'warn' },
  applying: { label: 'Importing', tone: 'primary' },
  done: { label: 'Done', tone: 'good' },
  stopped: { label: 'Stopped', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
};

export const outcomeLabels: Record<RowOutcome, { before: string; after: string; tone: Tone }> = {
  create: { before: 'To add', after: 'Added', tone: 'good' },
  change: { before: 'To change', after: 'Changed', tone: 'primary' },
  same: { before: 'Unchanged', after: 'Unchanged', tone: 'neutral' },
  refused: { before: 'Rejected', after: 'Rejected', tone: 'bad' },
};

/** Returns the state of an import; a checked file without anything to import is not ready. */
export function stateOf({ state, counts }: ProductImport): { label: string; tone: Tone } {
  const isUseless = state === 'checked' && counts.create + counts.change === 0;
  return isUseless ? { label: 'Nothing to import', tone: 'neutral' } : stateLabels[state];
}

/** True while rows are being processed; the screen polls. */
export function isRunning({ state }: ProductImport): boolean {
  return state === 'checking' || state === 'applying';
}

/** Returns the processed and total rows of the current step. */
export function progressOf({ state, totalRows, checkedRows, appliedRows }: ProductImport) {
  return { done: state === 'checking' ? checkedRows : appliedRows, total: totalRows };
}

/** True while images are being copied; the screen polls. A stopped import copies those of its applied rows. */
export function areImagesWaiting({ state, images: { total, copied, failed } }: ProductImport): boolean {
  return state !== 'applying' && copied + failed < total;
}
