import { z } from 'zod';
import { orderMailKinds } from '../../foundations/notifications/mail-kinds.ts';
import { isoDateTime, money } from '../../wire.ts';
import { conversation, conversationMessage } from '../conversations.ts';
import { pastEdit } from './order-edit.ts';
import { orderStatuses, paymentStatuses } from './order-status.ts';
import { shippingMethods } from './pricing.ts';

export const orderNote = z
  .object({
    id: z.string(),
    text: z.string(),
    author: z.string(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'OrderNote' });
export type OrderNote = z.output<typeof orderNote>;

/** Order context, visible to staff only. */
export const orderContext = z
  .object({
    notes: z.array(orderNote),
    /** Latest messages about the order, oldest first. */
    messages: z.array(conversationMessage),
    /** Conversation of these messages; null without any. */
    conversation: conversation.pick({ id: true, state: true, isUnread: true }).nullable(),
    /** Edits by staff, newest first. */
    edits: z.array(pastEdit),
    /** Event ids of the timeline with the names of their authors. */
    authors: z.record(z.string(), z.string()),
    /** Latest other orders of the customer, or with the same email for a guest. */
    otherOrders: z.array(
      z.object({
        id: z.string(),
        orderNumber: z.string(),
        status: z.enum(orderStatuses),
        shippingMethod: z.enum(shippingMethods),
        paymentStatus: z.enum(paymentStatuses),
        total: money,
        createdAt: isoDateTime,
      }),
    ),
    /** Orders and amount spent of the customer, including this order; null without permission to see customers. */
    customer: z.object({ orders: z.number().int(), spent: money }).nullable(),
    /** Mails that can be resent in the current status. */
    mails: z.array(z.enum(orderMailKinds)),
    /** When the mail about the last change of status leaves; null once it has left, or without one. */
    mailLeavesAt: isoDateTime.nullable(),
  })
  .meta({ id: 'OrderContext' });
export type OrderContext = z.output<typeof orderContext>;
