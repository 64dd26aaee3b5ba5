import type { Order, OrderPayment } from '@reprise/contract/sales/orders/order';
import type { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import type { Deps } from '../../deps.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { CallContext, Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { readOrderConversation } from '../conversations/conversations.queries.ts';
import { createGuessLimit } from '../discounts/guess-limit.ts';
import { listAllOrders, listOrderSummaries } from './admin-order-list.queries.ts';
import { claimOrder } from './claim-orders.ts';
import { exportOrders, type MoneyOf } from './export-orders.ts';
import { readRetainedInvoice } from './invoices/retained-invoices.ts';
import { addOrderEvent } from './lifecycle/add-order-event.ts';
import { addOrderNote } from './lifecycle/add-order-note.ts';
import { cancelOwnOrder } from './lifecycle/cancel-own-order.ts';
import { changeStatus, type RefundApprovals } from './lifecycle/change-status.ts';
import { changeStatuses } from './lifecycle/change-statuses.ts';
import { deleteOrderNote } from './lifecycle/delete-order-note.ts';
import { extendReservation } from './lifecycle/extend-reservation.ts';
import { reportProblem } from './lifecycle/report-problem.ts';
import { writeToCustomer } from './lifecycle/write-to-customer.ts';
import { findOrderFor } from './order-access.ts';
import { readOrderContext } from './order-context.queries.ts';
import { type FiltersFromAbove, filtersFor, listOrderFilterChoices } from './order-filters.ts';
import { readOrder } from './orders.queries.ts';
import { findPlacedOrder } from './placement/find-placed-order.ts';
import { contextFor, orderFor } from './placement/order-for-staff.ts';
import { limitKeyOf } from './placement/order-limits.ts';
import type { SettleFreeOrder } from './placement/place-order.ts';
import { placeOrder } from './placement/place-order.ts';
import { placeStaffOrder } from './placement/place-staff-order.ts';
import { sendOrderMail } from './send-order-mail.ts';
import { createLookupLimit, trackOrder } from './tracking.queries.ts';
import { listOwnOrders } from './user-orders.queries.ts';

/** Returns the payments of an order for the back office; implemented by the payments slice. */
type PaymentsOf = (db: Queryable, orderId: string) => Promise<OrderPayment[]>;

type FromPayments = {
  paymentsOf: PaymentsOf;
  moneyOf: MoneyOf;
  refundApprovals: RefundApprovals;
  settleFreeOrder: SettleFreeOrder;
};

type FromAbove = FromPayments & { filters: FiltersFromAbove };

export function orderHandlers(
  deps: Deps,
  { paymentsOf, moneyOf, refundApprovals, settleFreeOrder, filters }: FromAbove,
): Handlers<typeof orderEndpoints> {
  const { db, secret } = deps;
  const countLookup = createLookupLimit(deps);
  const forStaff = async ({ caller }: CallContext, { id }: Pick<Order, 'id'>) => {
    const order = await readOrder(db, id);
    const payments = await paymentsOf(db, order.id);
    const invoiceAddress = order.user.email === '' ? await readRetainedInvoice(db, secret, order.id) : null;
    return orderFor(caller, { ...order, payments, ...(invoiceAddress && { invoiceAddress }) });
  };
  return {
    ...placementHandlers(deps, settleFreeOrder),
    listOwnOrders: async ({ query = {} }, context) => listOwnOrders(db, requireCaller(context).userId, query),
    ...listHandlers(deps, moneyOf, filters),
    changeOrderStatuses: async ({ body }, context) => ({
      outcomes: await changeStatuses({ ...deps, refundApprovals }, body.changes, requireCaller(context)),
    }),
    getOrderContext: async ({ params }, { caller }) =>
      contextFor(caller, await readOrderContext(db, params.id)),
    addOrderNote: async ({ params, body }, context) => ({
      note: await addOrderNote(deps, params.id, body.text, requireCaller(context).userId),
    }),
    deleteOrderNote: ({ params }, context) =>
      deleteOrderNote(deps, params.id, params.noteId, requireCaller(context).userId).then(() => ({})),
    sendOrderMail: async ({ params, body }, context) => {
      await sendOrderMail(deps, params.id, body.kind, requireCaller(context).userId);
      return {};
    },
    claimOrder: async ({ params }, context) => {
      const { orderToken } = context;
      await claimOrder(deps, { caller: requireCaller(context), orderToken }, params.id);
      return {};
    },
    getOrder: async ({ params }, context) => {
      const order = await findOrderFor(deps, context, params.id);
      const isStaff = context.caller?.role === 'admin';
      return { order: await (isStaff ? forStaff(context, order) : readOrder(db, order.id)) };
    },
    cancelOwnOrder: async ({ params }, context) => ({
      order: await cancelOwnOrder({ ...deps, refundApprovals }, context, params.id),
    }),
    reportOrderProblem: ({ params, body }, context) =>
      reportProblem(deps, context, params.id, body.message).then(() => ({})),
    writeToCustomer: ({ params, body }, context) =>
      writeToCustomer(deps, params.id, body.text, requireCaller(context).userId).then(() => ({})),
    listOrderMessages: async ({ params }, context) => {
      const { id } = await findOrderFor(deps, context, params.id, 'messages.answer');
      return { messages: (await readOrderConversation(db, id))?.messagesForCustomer ?? [] };
    },
    extendReservation: async ({ params }, context) => ({
      order: await forStaff(context, await extendReservation(deps, params.id, requireCaller(context).userId)),
    }),
    changeOrderStatus: async ({ params, body }, context) => ({
      order: await forStaff(
        context,
        await changeStatus({ ...deps, refundApprovals }, params.id, body, requireCaller(context)),
      ),
    }),
    addOrderEvent: async ({ params, body }, context) => ({
      order: await forStaff(
        context,
        await addOrderEvent(deps, params.id, body, requireCaller(context).userId),
      ),
    }),
    findPlacedOrder: async ({ body }, { caller, idempotencyKey }) =>
      findPlacedOrder(deps, { caller, key: idempotencyKey, email: body.email }),
    trackOrder: async ({ params, query }, { caller }) =>
      trackOrder(
        { ...deps, countLookup },
        { number: params.number, email: query?.email, caller: caller?.token ? null : caller },
      ),
  };
}

type ListCalls = 'listAllOrders' | 'listOrderSummaries' | 'listOrderFilterChoices' | 'exportOrders';

function listHandlers(
  deps: Deps,
  moneyOf: MoneyOf,
  filters: FiltersFromAbove,
): Pick<Handlers<typeof orderEndpoints>, ListCalls> {
  const { db } = deps;
  return {
    listAllOrders: async ({ query = {} }, { caller }) => {
      const list = await listAllOrders(db, filtersFor(caller, query, filters));
      return { ...list, orders: list.orders.map((order) => orderFor(caller, order)) };
    },
    listOrderSummaries: ({ query = {} }, { caller }) =>
      listOrderSummaries(db, filtersFor(caller, query, filters)),
    listOrderFilterChoices: () => listOrderFilterChoices(db, filters),
    exportOrders: async ({ query = {} }, { caller }) =>
      exportOrders(deps, filtersFor(caller, query, filters), moneyOf),
  };
}

type PlacementCalls = 'placeOrder' | 'placeStaffOrder';

function placementHandlers(
  deps: Deps,
  settleFreeOrder: SettleFreeOrder,
): Pick<Handlers<typeof orderEndpoints>, PlacementCalls> {
  const limitGuesses = createGuessLimit(deps);
  return {
    placeOrder: async ({ body }, context) => {
      const { caller, idempotencyKey } = context;
      const userId = caller?.userId ?? null;
      const limitKey = deps.environment.rateLimit === 'off' ? null : limitKeyOf(context);
      const request = { userId, order: body, idempotencyKey, requester: context, limitKey, settleFreeOrder };
      const place = () => placeOrder(deps, request);
      return body.discountCode === undefined ? place() : limitGuesses(context.network, place);
    },
    placeStaffOrder: async ({ body }, context) => ({
      order: await placeStaffOrder(deps, body, {
        actorId: requireCaller(context).userId,
        idempotencyKey: context.idempotencyKey,
        settleFreeOrder,
      }),
    }),
  };
}
