import { addCents, cents, formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { LineDecision } from '@reprise/contract/sales/returns/return';
import { isTaken, returnDecisionLabels } from '@reprise/contract/sales/returns/return-states';
import { returnedAmount } from '@reprise/contract/sales/returns/returned-amount';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { type MoveDeps, moveInTransaction } from '../../workshop/units/move-units.ts';
import { readOrder } from '../orders/orders.queries.ts';
import { queueStepMail } from './answer-return.ts';
import { planReplacement } from './plan-replacement.ts';
import { resetAnswerBy } from './reset-answer-by.ts';
import { toReturned } from './return.queries.ts';
import {
  assertReturnState,
  isOpenLine,
  type LineRow,
  lockReturn,
  type ReturnRow,
  recordReturnEvent,
} from './return-rows.ts';
import { returnLines } from './returns.tables.ts';

type DecideDeps = Pick<Deps, 'db' | 'now'> & MoveDeps;

/** Decides on open lines of a case; a decision can change until it is settled. */
export async function decideReturn(
  deps: DecideDeps,
  number: string,
  decisions: LineDecision[],
  actorId: string,
): Promise<string> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const { order, row, lines } = await lockReturn(tx, number);
    const repaired: LineRow[] = [];
    assertReturnState(row, ['requested', 'approved', 'sent', 'received'], 'decided on');
    const paid = await readOrder(tx, order.id);
    for (const decision of decisions) {
      const found = lines.find(({ line }) => line.id === decision.line);
      if (!found || !isOpenLine(found)) throw invalid('This line is settled, or not in the return.');
      assertAllowed(found, decision);
      const replacement = decision.decision === 'replace' ? await planReplacement(tx, found, decision) : null;
      const deducted = addCents(decision.deductions.map(({ amount }) => amount));
      const [share] = returnedAmount(
        paid,
        toReturned([{ ...found, line: { ...found.line, decision: decision.decision, deductions: [] } }]),
        order.standardShippingCents,
      ).lines;
      const amount = share?.amount ?? cents(0);
      if (deducted > amount)
        throw invalid(
          `The deductions are more than the ${formatMoney(amount)} to give back for ${found.name}.`,
        );
      await tx
        .update(returnLines)
        .set({
          decision: decision.decision,
          disposition: dispositionOf(found, decision),
          replacementProductId: replacement?.replacementProductId ?? null,
          replacementUnit: replacement?.replacementUnit ?? null,
          deductions: decision.deductions.map(({ amount, ...rest }) => ({ ...rest, amountCents: amount })),
        })
        .where(eq(returnLines.id, decision.line));
      const detail = `${found.unit ?? found.name}: ${returnDecisionLabels[decision.decision].toLowerCase()}`;
      const less = deducted > 0 ? `, less ${formatMoney(deducted)}` : '';
      await recordReturnEvent(tx, row.id, { kind: 'decided', detail: `${detail}${less}` }, by);
      if (decision.decision === 'repair' && found.line.decision !== 'repair') repaired.push(found);
    }
    await startRepairs(tx, deps, row, repaired, by);
    await resetAnswerBy(tx, row, by.now);
    return row.id;
  });
}

/** Returns where an item goes that the store keeps; one that was taken over for a replacement went there then. */
function dispositionOf({ line }: LineRow, { decision, disposition }: LineDecision) {
  if (line.isTakenOver) return line.disposition;
  return isTaken(decision) ? (disposition ?? null) : null;
}

type Repairable = { isHere: boolean; isBound: boolean; name: string };

function assertRepairable({ isHere, isBound, name }: Repairable): void {
  if (!isHere) throw new Problem('RETURN_STATE', `${name} is not here, so that it cannot be repaired.`);
  if (!isBound) throw new Problem('RETURN_STATE', `The money of ${name} went back, so that it is yours.`);
}

const invalid = (message: string) =>
  new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'decisions', message }] });

/** Moves devices to repair to the bench, with their order, and tells their customer. */
async function startRepairs(
  tx: Tx,
  deps: DecideDeps,
  { id, number }: ReturnRow,
  lines: readonly LineRow[],
  by: { actorId: string; now: Date },
): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.flatMap(({ unitId, unitState }) =>
    unitId !== null && unitState === 'returned' ? [unitId] : [],
  );
  const mover = { ...by, canWaive: false };
  const outcomes = await moveInTransaction(tx, deps, { ids, to: 'bench', reason: `Return ${number}` }, mover);
  const failed = outcomes.find(({ problem }) => problem);
  if (failed) throw new Problem('UNIT_STATE', `${failed.unit?.number}: ${failed.problem}`);
  await queueStepMail(tx, deps, id, 'repairing', by.now);
}

/** Throws unless what arrived allows the decision: only what is here is refunded as returned. */
function assertAllowed(
  { line, name, unitId, isBound }: LineRow,
  { decision, disposition, deductions }: LineDecision,
): void {
  const isHere = (line.match === 'same' || line.match === 'unreadable') && line.receivedQuantity > 0;
  if (line.isTakenOver && !isTaken(decision))
    throw new Problem(
      'RETURN_STATE',
      `${name} is yours since it was replaced. Refund it, or replace it again.`,
    );
  if (decision === 'keep' && isHere)
    throw invalid(`${name} is here. Refund it as returned, or send it back.`);
  if (decision === 'keep' && line.match === 'other')
    throw invalid('Another device came. Send it back, or record that it is the one that was sent.');
  const isWithoutMoney = decision === 'reject' || decision === 'repair' || decision === 'replace';
  if (isWithoutMoney && deductions.length > 0)
    throw invalid('Nothing is deducted from an item that is not refunded.');
  if (decision === 'repair') assertRepairable({ isHere: isHere && unitId !== null, isBound, name });
  if (decision === 'reject' && line.receivedAt === null) {
    throw new Problem('RETURN_STATE', `${name} has not arrived. Call the return off instead.`);
  }
  if (!isTaken(decision) || line.isTakenOver) return;
  const taken = decision === 'replace' ? 'replaced' : 'refunded as returned';
  if (!isHere) throw new Problem('RETURN_STATE', `${name} has not arrived, so that it cannot be ${taken}.`);
  if (decision === 'replace' && unitId !== null && !isBound)
    throw new Problem('RETURN_STATE', `The money of ${name} went back, so that it is not replaced as well.`);
  if (disposition === undefined) throw invalid(`Choose where ${name} goes.`);
  if (unitId !== null && disposition === 'restock')
    throw invalid('A device is on sale again once it is tested and listed. Choose the bench.');
}
