import { formatMoney } from '@reprise/contract/money';
import { createElement as h } from 'react';
import { Text } from './elements.ts';
import { formatDateTime } from './format-day.ts';
import type { DisputeChange, MailContent } from './mail-content.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

type DisputeContent = Extract<MailContent, { kind: 'dispute' }>;

const headings: Record<DisputeChange, string> = {
  opened: 'A payment is disputed',
  won: 'You won a dispute',
  lost: 'You lost a dispute',
  closed: 'A dispute was closed',
  withdrawn: 'A disputed amount was withdrawn',
  reinstated: 'A disputed amount was returned',
};

/** Mail to the store about a chargeback. */
export function disputeMail(content: DisputeContent) {
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
