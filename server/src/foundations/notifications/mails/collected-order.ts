import { withGreeting } from './greeting.ts';
import type { MailedOrder } from './mailed-order.ts';

export type Wording = { subject: string; heading: string; sentences: string[] };

/** True for an order that is collected at the counter. */
export const isCollected = ({ shippingMethod }: Pick<MailedOrder, 'shippingMethod'>): boolean =>
  shippingMethod === 'pickup';

/** Says what happens after the payment. */
export const onceItIsPaid = (order: MailedOrder): string =>
  isCollected(order) ? 'You can collect your order once it is paid.' : 'Your order ships once it is paid.';

/** Says what becomes of the items of a cancelled order. */
export function nothingFollows(order: MailedOrder): string {
  if (isCollected(order)) return 'There is nothing to collect.';
  return order.lastParcel
    ? 'Nothing more will be shipped. If a part of it is with you or on its way, reply to this email and we will tell you how to send it back.'
    : 'Nothing will be shipped.';
}

/** Words of the mail about an order that is ready; the address and the hours follow its items. */
export const readyToCollect = (order: MailedOrder): Wording => ({
  subject: `Your order ${order.orderNumber} is ready to collect`,
  heading: 'Ready to collect',
  sentences: [
    withGreeting(
      order.shippingAddress.firstName,
      `your order ${order.orderNumber} waits for you at our counter.`,
    ),
    'Please tell us the order number when you collect it.',
  ],
});

export const collected = (order: MailedOrder): Wording => ({
  subject: `You collected your order ${order.orderNumber}`,
  heading: 'Collected',
  sentences: [
    withGreeting(
      order.shippingAddress.firstName,
      `thank you for collecting your order ${order.orderNumber}.`,
    ),
    'If you did not collect it, or if anything is wrong, reply to this email and we will fix it.',
  ],
});
