import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail } from './define-mail.ts';
import { Text } from './elements.ts';
import { formatDay } from './format-day.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph } from './mail-layout.ts';

const content = {
  firstName: z.string(),
  orderNumber: z.string(),
  /** Names of the items in the parcel, and of those that follow. */
  items: z.array(z.string()),
  rest: z.array(z.string()),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** Page of the carrier; null for one that the shop does not know. */
  trackingUrl: z.string().nullable(),
  latestDelivery: z.string().nullable(),
  url: z.string(),
};
type ShippedParcel = z.output<z.ZodObject<typeof content>>;

/** Mail about a parcel that left before the rest of its order. */
export const parcelMails = {
  'parcel-shipped': defineMail({
    content,
    request: { parcelId: z.string() },
    owner: 'address',
    toggles: ['emailNotifications'],
    budget: null,
    secretLink: ({ url }) => url,
    render: parcelShipped,
  }),
};

function parcelShipped(parcel: ShippedParcel) {
  const { firstName, orderNumber, items, rest, carrier, trackingNumber, trackingUrl, latestDelivery } =
    parcel;
  const heading = 'A part of your order is on its way';
  const first = `a parcel with ${items.join(', ')} of order ${orderNumber} has left our workshop.`;
  const number = [carrier, trackingNumber].filter(Boolean).join(' ');
  const sentences = [
    withGreeting(firstName, first),
    ...(number ? [`It travels with ${number}.${trackingUrl ? ` Follow it at ${trackingUrl}` : ''}`] : []),
    ...(latestDelivery ? [`It arrives by ${formatDay(latestDelivery)}.`] : []),
    rest.length > 0
      ? `${rest.join(', ')} will follow. We will email you when the next parcel leaves.`
      : 'Nothing else of your order follows.',
  ];
  const parts: MailParts = {
    preview: first,
    heading,
    children: sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
    action: { label: 'See your order', href: parcel.url },
  };
  return { subject: `${heading}: order ${orderNumber}`, parts };
}
