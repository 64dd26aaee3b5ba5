import { z } from 'zod';
import { endpoints, fileResponse, idParams, nothing } from '../../endpoint.ts';
import { orderMailKinds } from '../../foundations/notifications/mail-kinds.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { email, queryChoice, queryString, reference, requiredText, text, unknownFields } from '../../wire.ts';
import { conversationMessage, maxMessageLength } from '../conversations.ts';
import { newOrder, order, receivedOrder, shippingAddress, statusChange, tracking } from './order.ts';
import { orderContext, orderNote } from './order-context.ts';
import { orderFilters } from './order-filters.ts';
import { orderStatuses, timelineStatuses } from './order-status.ts';

const orderList = z.object({ orders: z.array(order), pagination });

/** Limit of counting for filters that scan orders. */
export const maxCountedOrders = 10_000;

/** Maximum number of orders per bulk call. */
export const maxBulkOrders = 100;

/** Limit of "select all that match". */
export const maxSelectedOrders = 1000;

/** Selected order, with the fields that bulk actions need. */
export const orderSummary = order
  .pick({
    id: true,
    orderNumber: true,
    status: true,
    paymentStatus: true,
    isTestPaid: true,
    shippingMethod: true,
    amountDue: true,
    exemption: true,
    devicesToScan: true,
    isPartlyShipped: true,
  })
  .extend({ shippingAddress: shippingAddress.pick({ name: true, city: true }) })
  .meta({ id: 'OrderSummary' });
export type OrderSummary = z.output<typeof orderSummary>;

/** Order entered by staff, for a customer or a guest. */
export const staffOrder = z
  .strictObject(
    {
      ...newOrder.omit({ clientReference: true, paymentMethod: true }).shape,
      /** Account of the customer; omitted for a guest. Until its address is confirmed, orders to that address wait for it as a guest's. */
      customerId: text(200).nullish(),
    },
    unknownFields,
  )
  .meta({ id: 'StaffOrder' });
export type StaffOrder = z.output<typeof staffOrder>;

/** Outcome of one item of a bulk call. */
export const changeOutcome = z
  .object({
    id: z.string(),
    orderNumber: z.string().nullable(),
    changed: z.boolean(),
    /** Reason if it was not changed. */
    message: z.string().nullable(),
  })
  .meta({ id: 'ChangeOutcome' });
export type ChangeOutcome = z.output<typeof changeOutcome>;

export const orderEndpoints = endpoints({
  placeOrder: {
    method: 'POST',
    path: '/orders',
    summary: 'Place an order; the server computes the totals and reserves the stock',
    access: 'visitor',
    rate: 'write',
    body: newOrder,
    fieldProblems: { items: 'EMPTY_CART' },
    idempotent: true,
    response: z.object({
      order,
      /** Grants a guest access to the order; returned once, sent in the X-Order-Token header. */
      accessToken: z.string().optional(),
    }),
    status: 201,
  },
  listOwnOrders: {
    method: 'GET',
    path: '/orders',
    summary: 'Orders of the caller, newest first',
    access: 'customer',
    rate: 'read',
    query: z.object({ ...pagingQuery, search: queryString(200), status: queryChoice(orderStatuses) }),
    response: orderList,
  },
  listAllOrders: {
    method: 'GET',
    path: '/orders/admin/all',
    summary: 'All orders, newest first unless sorted otherwise',
    access: 'admin',
    needs: 'orders.read',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...orderFilters }),
    response: orderList.extend({
      /** True if there are more than `pagination.total`, which stops at 10,000. */
      hasMore: z.boolean(),
      /** Number of orders per status, regardless of the filter. */
      counts: z.object({
        all: z.number(),
        pending: z.number(),
        processing: z.number(),
        shipped: z.number(),
        delivered: z.number(),
        cancelled: z.number(),
      }),
    }),
  },
  listOrderFilterChoices: {
    method: 'GET',
    path: '/orders/admin/filter-choices',
    summary: 'Countries, carriers and sales channels of the orders',
    access: 'admin',
    needs: 'orders.read',
    rate: 'read',
    response: z.object({
      countries: z.array(z.string()),
      carriers: z.array(z.string()),
      channels: z.array(z.string()),
    }),
  },
  listOrderSummaries: {
    method: 'GET',
    path: '/orders/admin/summaries',
    summary: `Summaries of the matching orders, at most ${maxSelectedOrders}`,
    access: 'admin',
    needs: 'orders.read',
    rate: 'read',
    query: z.object(orderFilters),
    response: z.object({ orders: z.array(orderSummary), complete: z.boolean() }),
  },
  exportOrders: {
    method: 'GET',
    path: '/orders/admin/export',
    summary: 'All orders of the list as CSV, one line per order',
    access: 'admin',
    needs: 'customers.export',
    rate: 'read',
    stepUp: true,
    query: z.object(orderFilters),
    file: 'text/csv',
    response: fileResponse,
  },
  placeStaffOrder: {
    method: 'POST',
    path: '/orders/admin',
    summary: 'Place an order for a customer or a guest; the mail of the order has a payment link',
    access: 'admin',
    needs: 'orders.place',
    rate: 'write',
    body: staffOrder,
    fieldProblems: { items: 'EMPTY_CART' },
    idempotent: true,
    response: z.object({ order }),
    status: 201,
  },
  changeOrderStatuses: {
    method: 'POST',
    path: '/orders/admin/statuses',
    summary: 'Change several orders independently; returns the outcome of each',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    body: z.object({
      changes: z
        .array(
          z.strictObject(
            { ...statusChange.shape, id: text(200).min(1, 'An order is required') },
            unknownFields,
          ),
        )
        .min(1, 'Name at least one order')
        .max(maxBulkOrders, `At most ${maxBulkOrders} orders at once`),
    }),
    response: z.object({ outcomes: z.array(changeOutcome) }),
  },
  getOrderContext: {
    method: 'GET',
    path: '/orders/:id/context',
    summary: 'Order context for staff: notes, authors of events, other orders of the customer',
    access: 'admin',
    needs: 'orders.read',
    rate: 'read',
    params: idParams,
    response: orderContext,
  },
  addOrderNote: {
    method: 'POST',
    path: '/orders/:id/notes',
    summary: 'Add a note, visible to staff only',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: z.object({ text: requiredText(2000, 'Write something first') }),
    response: z.object({ note: orderNote }),
    status: 201,
  },
  deleteOrderNote: {
    method: 'DELETE',
    path: '/orders/:id/notes/:noteId',
    summary: 'Delete a note',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: z.object({ id: reference, noteId: reference }),
    response: nothing,
  },
  sendOrderMail: {
    method: 'POST',
    path: '/orders/:id/mails',
    summary: 'Resend a mail of an order',
    access: 'admin',
    needs: 'messages.send',
    rate: 'write',
    params: idParams,
    body: z.object({ kind: z.enum(orderMailKinds, 'Choose which mail to send') }),
    response: nothing,
    status: 201,
  },
  findPlacedOrder: {
    method: 'POST',
    path: '/orders/placed',
    summary:
      'Find the order placed with this Idempotency-Key, for a client that received no response; a guest also sends the email',
    access: 'visitor',
    rate: 'lookup',
    body: z.object({ email: email.optional() }),
    idempotent: true,
    response: z.object({ order, accessToken: z.string().optional() }),
  },
  getOrder: {
    method: 'GET',
    path: '/orders/:id',
    summary: 'One order by id or number, for its owner, staff, or a guest with the X-Order-Token header',
    access: 'visitor',
    rate: 'read',
    params: idParams,
    response: z.object({ order }),
  },
  cancelOwnOrder: {
    method: 'POST',
    path: '/orders/:id/cancel',
    summary:
      'Cancel an order that has not shipped, as its owner or as a guest with the X-Order-Token header; its stock returns and its payment is refunded',
    access: 'visitor',
    rate: 'write',
    params: idParams,
    response: z.object({ order }),
  },
  claimOrder: {
    method: 'POST',
    path: '/orders/:id/claim',
    summary:
      'Add a guest order to the account of the caller, with the X-Order-Token header and the email of the order',
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Order added to your account',
  },
  reportOrderProblem: {
    method: 'POST',
    path: '/orders/:id/messages',
    summary: 'Write to the store about an order, as its owner or as a guest with the X-Order-Token header',
    access: 'visitor',
    rate: 'message',
    params: idParams,
    body: z.object({ message: requiredText(2000, 'Describe the problem') }),
    response: nothing,
    status: 201,
    message: 'Your message was sent',
  },
  writeToCustomer: {
    method: 'POST',
    path: '/orders/:id/messages/staff',
    summary: 'Write to the customer of an order; the message is mailed',
    access: 'admin',
    needs: 'messages.answer',
    rate: 'write',
    params: idParams,
    body: z.object({ text: requiredText(maxMessageLength, 'Write something first') }),
    response: nothing,
    status: 201,
  },
  listOrderMessages: {
    method: 'GET',
    path: '/orders/:id/messages',
    summary:
      'Messages between customer and store about an order, for its owner or a guest with the X-Order-Token header',
    access: 'visitor',
    rate: 'read',
    params: idParams,
    response: z.object({ messages: z.array(conversationMessage) }),
  },
  extendReservation: {
    method: 'POST',
    path: '/orders/:id/reservation',
    summary: 'Extend the reservation of an unpaid order to that of a new staff order',
    access: 'admin',
    needs: 'orders.cancel',
    rate: 'write',
    params: idParams,
    response: z.object({ order }),
  },
  changeOrderStatus: {
    method: 'PUT',
    path: '/orders/:id/status',
    summary: 'Set the status; stock and timeline change in the same transaction',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: statusChange,
    response: z.object({ order }),
  },
  addOrderEvent: {
    method: 'POST',
    path: '/orders/:id/events',
    summary: 'Add an event to the timeline of an order',
    access: 'admin',
    needs: 'orders.pack',
    rate: 'write',
    params: idParams,
    body: z.object({
      status: z.enum(timelineStatuses),
      description: text(500).optional(),
      location: text(200).nullish(),
    }),
    response: z.object({ order }),
    status: 201,
  },
  trackOrder: {
    method: 'GET',
    path: '/tracking/:number',
    summary:
      'Track a parcel by tracking number or order number; with the number shown at checkout and the email, only whether the order was received',
    access: 'visitor',
    rate: 'lookup',
    params: z.object({ number: reference }),
    query: z.object({ email: queryString(254) }),
    response: z.union([tracking, receivedOrder]),
  },
});
