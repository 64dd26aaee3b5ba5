import { type BulkRow, bulkLimit } from '@reprise/contract/catalog/products/products-admin';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';

export type BulkProgress<Row = BulkRow> = {
  total: number;
  rows: Row[];
  /** Ids of batches without a response; their outcome is unknown. */
  unknown: string[];
  /** Ids that were not sent. */
  notSent: string[];
  /** Error that ended the run early. */
  failure: unknown;
};

type Run<Row> = {
  ids: string[];
  send: (ids: string[]) => Promise<Row[]>;
  onProgress: (progress: BulkProgress<Row>) => void;
  /** Called between batches. */
  isStopped: () => boolean;
  wait: (seconds: number) => Promise<void>;
};

/**
 * Sends a change in batches, one transaction per batch, and collects the results until a batch fails. A batch
 * without a response is not retried: it may have been applied, and percentages are not idempotent.
 */
export async function runBulk<Row>({
  ids,
  send,
  onProgress,
  isStopped,
  wait,
}: Run<Row>): Promise<BulkProgress<Row>> {
  let progress: BulkProgress<Row> = { total: ids.length, rows: [], unknown: [], notSent: ids, failure: null };
  while (progress.notSent.length > 0 && !isStopped()) {
    const batch = progress.notSent.slice(0, bulkLimit);
    const notSent = progress.notSent.slice(bulkLimit);
    try {
      progress = { ...progress, rows: [...progress.rows, ...(await send(batch))], notSent };
    } catch (error) {
      const code = problemCodeOf(error);
      if (code === 'RATE_LIMITED') {
        await wait((error as Problem).retryAfterSeconds ?? 5);
        continue;
      }
      const answered = code !== undefined && code !== 'UNAVAILABLE' && code !== 'INTERNAL';
      if (answered) return { ...progress, failure: error };
      return { ...progress, notSent, unknown: batch, failure: error };
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
