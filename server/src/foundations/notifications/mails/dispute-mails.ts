import { formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail } from './define-mail.ts';
import { Text } from './elements.ts';
import { formatDateTime } from './format-day.ts';
import { type MailParts, paragraph } from './mail-layout.ts';
import { amount } from './mailed-order.ts';

/** Changes of a chargeback that are mailed to the store. */
const disputeChanges = ['opened', 'won', 'lost', 'closed', 'withdrawn', 'reinstated'] as const;
export type DisputeChange = (typeof disputeChanges)[number];

const content = {
  change: z.enum(disputeChanges),
  orderNumber: z.string(),
  amount,
  reason: z.string(),
  evidenceDueBy: z.string().nullable(),
  url: z.string(),
};
type DisputeContent = z.output<z.ZodObject<typeof content>>;

/** Mails to the store about chargebacks. */
export const disputeMails = {
  dispute: defineMail({
    content,
    request: { disputeId: z.string(), change: z.enum(disputeChanges) },
    owner: 'address',
    toggles: [],
    budget: null,
    render: dispute,
  }),
};

const headings: Record<DisputeChange, string> = {
  opened: 'A payment is disputed',
  won: 'You won a dispute',
  lost: 'You lost a dispute',
  closed: 'A dispute was closed',
  withdrawn: 'A disputed amount was withdrawn',
  reinstated: 'A disputed amount was returned',
};

function dispute(content: DisputeContent) {
  const heading = headings[content.change];
  const sentences = sentencesOf(content);
  const parts: MailParts = {
    preview: sentences[0] ?? heading,
    heading,
    children: sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
    action: {
      label: content.change === 'opened' ? 'Submit evidence in Stripe' : 'See the dispute in Stripe',
      href: content.url,
    },
  };
  return { subject: `${heading}: order ${content.orderNumber}`, parts };
}

function sentencesOf({ change, orderNumber, amount, reason, evidenceDueBy }: DisputeContent): string[] {
  const sum = formatMoney(amount);
  switch (change) {
    case 'opened':
      return [
        `The cardholder disputes ${sum} of order ${orderNumber}. Reason: ${reason.replaceAll('_', ' ')}.`,
        evidenceDueBy
          ? `Submit evidence by ${formatDateTime(evidenceDueBy)}, or the amount goes back to the cardholder.`
          : 'Stripe does not ask for evidence at the moment.',
      ];
    case 'won':
      return [`The bank decided for you: ${sum} of order ${orderNumber} stays yours.`];
    case 'lost':
      return [`The bank decided for the cardholder: ${sum} of order ${orderNumber} is lost.`];
    case 'closed':
      return [`The dispute over ${sum} of order ${orderNumber} ended without a chargeback.`];
    case 'withdrawn':
      return [`Stripe took ${sum} of order ${orderNumber} from your balance while the dispute is open.`];
    case 'reinstated':
      return [`Stripe returned ${sum} of order ${orderNumber} to your balance.`];
  }
}
