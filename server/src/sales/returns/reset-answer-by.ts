import { answerDay } from '@reprise/contract/sales/returns/return-rules';
import { readTimeZone } from '../../foundations/settings/store-days.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isOpenLine, type ReturnRow, readReturnLines, updateReturn } from './return-rows.ts';
import { readReturnSettings } from './return-settings.ts';

/**
 * Sets the day by which the store decides on a case that has arrived. It stops while every item waits for its customer,
 * who must unlock it, or is repaired.
 */
export async function resetAnswerBy(tx: Tx, { id, state, answerBy }: ReturnRow, now: Date): Promise<void> {
  const lines = await readReturnLines(tx, [id]);
  const isWaiting = lines.some(
    (row) =>
      isOpenLine(row) &&
      row.line.receivedAt !== null &&
      row.line.lockedAt === null &&
      row.line.decision !== 'repair',
  );
  if (state !== 'received') return updateReturn(tx, id, {}, now);
  if (!isWaiting) return updateReturn(tx, id, { answerBy: null }, now);
  const { answerDays } = await readReturnSettings(tx);
  const next = answerBy ?? answerDay(now, answerDays, await readTimeZone(tx));
  await updateReturn(tx, id, { answerBy: next }, now);
}
