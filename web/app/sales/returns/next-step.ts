import { type Cents, formatMoney } from '@reprise/contract/money';
import type { OrderReturn, ReturnLine } from '@reprise/contract/sales/returns/return';
import { formatDate } from '../../formats.ts';

type Facts = Pick<OrderReturn, 'state' | 'sendBy' | 'answerBy' | 'refuseReason'> &
  Partial<Pick<OrderReturn, 'lines' | 'amount'>>;

/** True if the day to send the parcel is over, while the return still waits for it. */
export const isPastSendDay = (sendBy: string | null, now: Date) => sendBy !== null && new Date(sendBy) < now;

/** Returns what happens next with a return, and by when. */
export function nextStepOf(facts: Facts, now = new Date()): string {
  const { state, sendBy, answerBy, refuseReason, lines = [], amount } = facts;
  const by = (day: string | null) => (day === null ? '' : ` by ${formatDate(day)}`);
  switch (state) {
    case 'requested':
      return `We read your request and answer${by(answerBy)}.`;
    case 'approved':
      if (sendBy !== null && isPastSendDay(sendBy, now))
        return `The parcel was due to leave by ${formatDate(sendBy)}. Send it today, or write to us if you need more time.`;
      return `Send the parcel${by(sendBy)}.`;
    case 'sent':
      if (answerBy !== null)
        return `Your parcel was delivered to us. We check what is in it and decide${by(answerBy)}.`;
      return 'Your parcel is on its way to us. We write to you when it has arrived.';
    case 'received':
      return answerBy === null
        ? 'Your parcel has arrived. Below is what happens to each item.'
        : `Your parcel has arrived. We check what is in it and decide${by(answerBy)}.`;
    case 'refused':
      return refuseReason === '' ? 'We could not accept this return.' : `Not accepted: ${refuseReason}`;
    case 'cancelled':
      return 'This return was called off. You can ask again while the time for returns lasts.';
    case 'expired':
      return 'The parcel did not reach us in time. Write to us if you have sent it or still want to.';
    case 'closed':
      return endOf(lines, amount);
  }
}

/** Returns how a return ended, and what is still on its way to the customer. */
function endOf(lines: readonly ReturnLine[], amount: Cents | undefined): string {
  if (lines.some(({ replacement }) => replacement?.order))
    return 'We replace your item. The order of the replacement says when it leaves and where it is.';
  const isOnItsWay = lines.some(({ backTrackingNumber }) => backTrackingNumber !== '');
  if (amount !== undefined && amount > 0)
    return `This return is finished: ${formatMoney(amount)} goes back to you. Our email says how it reaches you.`;
  if (isOnItsWay) return 'This return is finished. What we sent back is on its way to you.';
  return 'This return is finished.';
}
