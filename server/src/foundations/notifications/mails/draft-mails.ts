import { formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Text } from './elements.ts';
import { formatDay } from './format-day.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph } from './mail-layout.ts';
import { amount } from './mailed-order.ts';

const content = { firstName: z.string(), total: amount, expiresAt: z.string(), url: z.string() };
type DraftContent = z.output<z.ZodObject<typeof content>>;

/** Mail with the link of a draft order. */
export const draftMails = {
  'draft-order': defineMail({
    content,
    request: { draftId: z.string() },
    owner: 'address',
    toggles: [],
    budget: null,
    render: draftOrder,
  }),
};

function draftOrder({ firstName, total, expiresAt, url }: DraftContent, { store }: MailDesign) {
  const heading = 'Your order is ready to pay';
  const sentences = [
    withGreeting(firstName, `${store.storeName} has prepared an order for you: ${formatMoney(total)}.`),
    `Check it and pay by ${formatDay(expiresAt)}. The items are reserved as soon as you continue to payment.`,
    'If you did not expect this, reply to this email.',
  ];
  const parts: MailParts = {
    preview: sentences[0] ?? heading,
    heading,
    children: sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
    action: { label: 'Check and pay', href: url },
  };
  return { subject: heading, parts };
}
