import { formatMoney } from '@reprise/contract/money';
import { z } from 'zod';
import { byDay } from './format-day.ts';
import { amount } from './mailed-order.ts';
import type { ReturnUpdate } from './return-mails.ts';

/** Figures of one settlement: its time, and what it, its label and all until then come to. */
export const settlement = z.object({ settledAt: z.string(), amount, totalAmount: amount, label: amount });
export type MailedSettlement = z.output<typeof settlement>;

/** Sentences of the mail about a settlement. */
export function settledSentences(content: ReturnUpdate): string[] {
  const { amount: total, kept, byBank, byHand, replaced, replacements } = content;
  const isReplaced = replaced.length > 0;
  const others = replacements.length === 1 ? 'with order' : 'with orders';
  return [
    ...(isReplaced
      ? [
          `we send you a replacement free of charge ${others} ${replacements.join(' and ')}: ${replaced.join(', ')}.`,
          'There is nothing to do. You get an email with the tracking number when it leaves.',
        ]
      : []),
    ...(total > 0 || !isReplaced ? refundSentences(content) : []),
    ...(byBank.length > 0
      ? [`Your bank has already paid you back after your dispute: ${byBank.join(', ')}.`]
      : []),
    ...(byHand.length > 0 ? [`Refunded to you before: ${byHand.join(', ')}.`] : []),
    ...(kept.length > 0 ? [`Nothing is refunded for what was not in the parcel: ${kept.join(', ')}.`] : []),
    ...waitingSentences(content),
  ];
}

/** The sum of this settlement, what is taken off it, and all that the case gave back so far. */
function refundSentences(content: ReturnUpdate): string[] {
  const { orderNumber, amount: total, totalAmount, deductions, retained, labelDeduction, byHand } = content;
  if (total === 0 && byHand.length > 0) return [`we received what you sent back of order ${orderNumber}.`];
  return [
    total > 0
      ? `${formatMoney(total)} of order ${orderNumber} is refunded. A separate email says how it reaches you.`
      : `your return of order ${orderNumber} has ended without a refund.`,
    ...deductions.map(({ item, note, amount: less }) => `Less ${formatMoney(less)} for ${item}: ${note}`),
    ...retained.map(
      ({ item, percent }) => `Less ${percent}% of the price of ${item}, which our return policy retains.`,
    ),
    ...(labelDeduction > 0 ? [`Less ${formatMoney(labelDeduction)} for the label of the way back.`] : []),
    ...(totalAmount > total
      ? [`Together with what was refunded before, this return gives back ${formatMoney(totalAmount)}.`]
      : []),
  ];
}

function waitingSentences({ waiting, answerBy }: ReturnUpdate): string[] {
  if (waiting.length === 0) return [];
  const pronoun = waiting.length === 1 ? 'it' : 'them';
  return [`Not settled yet: ${waiting.join(', ')}. We write to you about ${pronoun}${byDay(answerBy)}.`];
}
