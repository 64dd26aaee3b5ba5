import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { formatDate } from '../../formats.ts';

type Facts = Pick<OrderReturn, 'state' | 'sendBy' | 'answerBy' | 'refuseReason'> &
  Partial<Pick<OrderReturn, 'lines'>>;

/** Returns what happens next with a return, and by when. */
export function nextStepOf({ state, sendBy, answerBy, refuseReason, lines = [] }: Facts): string {
  const by = (day: string | null) => (day === null ? '' : ` by ${formatDate(day)}`);
  switch (state) {
    case 'requested':
      return `We read your request and answer${by(answerBy)}.`;
    case 'approved':
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
      return 'You called it off. You can ask again while the time for returns lasts.';
    case 'expired':
      return 'The parcel did not reach us in time. Write to us if you have sent it or still want to.';
    case 'closed':
      return lines.some(({ replacement }) => replacement?.order)
        ? 'We replace your item. The order of the replacement says when it leaves and where it is.'
        : 'This return is finished.';
  }
}
