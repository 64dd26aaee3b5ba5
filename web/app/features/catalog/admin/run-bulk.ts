import { type BulkRow, bulkLimit } from '@reprise/contract/catalog/catalog-admin';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';

export type BulkProgress = {
  total: number;
  rows: BulkRow[];
  /** Ids of batches that were sent and never answered: nobody here knows what became of them. */
  unknown: string[];
  /** Ids that were not sent. */
  left: string[];
  /** Why it ended early. */
  failure: unknown;
};

type Run = {
  ids: string[];
  send: (ids: string[]) => Promise<BulkRow[]>;
  onProgress: (progress: BulkProgress) => void;
  /** Asked between batches. */
  isStopped: () => boolean;
  wait: (seconds: number) => Promise<void>;
};

/**
 * Sends a change batch by batch, each a transaction of its own, and adds up what became of every product. It ends
 * at the first batch that fails. A batch without an answer is not sent again: the change may have happened, and a
 * second ten percent is not the first.
 */
export async function runBulk({ ids, send, onProgress, isStopped, wait }: Run): Promise<BulkProgress> {
  let progress: BulkProgress = { total: ids.length, rows: [], unknown: [], left: ids, failure: null };
  while (progress.left.length > 0 && !isStopped()) {
    const batch = progress.left.slice(0, bulkLimit);
    const left = progress.left.slice(bulkLimit);
    try {
      progress = { ...progress, rows: [...progress.rows, ...(await send(batch))], left };
    } catch (error) {
      const code = problemCodeOf(error);
      if (code === 'RATE_LIMITED') {
        await wait((error as Problem).retryAfterSeconds ?? 5);
        continue;
      }
      const answered = code !== undefined && code !== 'UNAVAILABLE' && code !== 'INTERNAL';
      if (answered) return { ...progress, failure: error };
      return { ...progress, left, unknown: batch, failure: error };
    }
    onProgress(progress);
  }
  return progress;
}

export function countOutcomes(rows: BulkRow[]): Record<BulkRow['outcome'], number> {
  const counts = { changed: 0, unchanged: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome]++;
  return counts;
}
