import type { returnLabelEndpoints } from '@reprise/contract/sales/returns/return-labels';
import type { returnSettingsEndpoints } from '@reprise/contract/sales/returns/return-settings';
import type { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import type { Deps } from '../../deps.ts';
import {
  assertPermission,
  type CallContext,
  type Handlers,
  hasPermission,
} from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { assertRecentAuthentication } from '../../platform/recent-authentication.ts';
import { isOwnOrder } from '../orders/order-access.ts';
import type { OrderRow } from '../orders/orders.queries.ts';
import { buyLabel } from '../orders/shipping/buy-label.ts';
import { checkLabel, refundLabel } from '../orders/shipping/refund-label.ts';
import { approveReturn, cancelReturn, markReturnSent, refuseReturn } from './answer-return.ts';
import { decideReturn } from './decide-return.ts';
import { exportReturns } from './export-returns.ts';
import {
  labelUseOfReturn,
  listReturnRates,
  readReturnLabelFile,
  readReturnLabels,
} from './labels/return-labels.ts';
import { lockReturnLine } from './lock-return-line.ts';
import { markReturnLost } from './lost-return.ts';
import { openReturn } from './open-return.ts';
import { returnPhotoHandlers } from './photos/return-photos.routes.ts';
import { receiveReturn } from './receive-return.ts';
import { findSoldOrder, findSoldOrReplacement, withReplacementAccess } from './replacement-access.ts';
import { countReturns, listReturns, readReturn } from './return.queries.ts';
import { findReturnRow, returnNotFound } from './return-rows.ts';
import { returnSettingsHandlers } from './return-settings.ts';
import { readReturnable } from './returnable.queries.ts';
import { sendBackReturn } from './send-back.ts';
import { settleReturn } from './settle-return.ts';
import { withdrawFromContract } from './withdraw-from-contract.ts';

export function returnHandlers(
  deps: Deps,
): Handlers<typeof returnEndpoints & typeof returnSettingsEndpoints> {
  const forStaff = async (id: string) => ({ return: await readReturn(deps, id, true) });
  /** Returns the case for its customer or for staff; throws the same NOT_FOUND for missing and forbidden ones. */
  const findFor = async (context: CallContext, number: string) => {
    const { id, orderId } = await findReturnRow(deps.db, number);
    const order = await findSoldOrReplacement(deps, context, orderId);
    if (!order) throw returnNotFound();
    return { id, actorId: actorOf(deps, context, order) };
  };
  return {
    ...deskHandlers(deps, forStaff),
    ...labelHandlers(deps),
    getReturnLabel: async ({ params }, context) => {
      await findFor(context, params.number);
      return readReturnLabelFile(deps, params.number);
    },
    withdrawFromContract: async ({ body }) => ({
      receivedAt: (await withdrawFromContract(deps, body)).toISOString(),
    }),
    ...returnPhotoHandlers(deps),
    ...returnSettingsHandlers(deps),
    getReturnable: async ({ params }, context) => ({
      returnable: await readReturnable(deps, await findSoldOrder(deps, context, params.id)),
    }),
    openReturn: async ({ params, body }, context) => {
      const order = await findSoldOrder(deps, context, params.id);
      const scope = context.caller?.userId ?? order.id;
      const { idempotencyKey } = context;
      return { return: await openReturn(deps, order, body, { actorId: null, scope, idempotencyKey }) };
    },
    getReturn: async ({ params }, context) => {
      const { id } = await findFor(context, params.number);
      const isStaff = hasPermission(context.caller, 'returns.handle');
      const found = await readReturn(deps, id, isStaff);
      return { return: isStaff ? found : await withReplacementAccess(deps, found) };
    },
    cancelReturn: async ({ params }, context) => {
      const { id, actorId } = await findFor(context, params.number);
      await cancelReturn(deps, params.number, actorId);
      return { return: await readReturn(deps, id, actorId !== null) };
    },
    markReturnSent: async ({ params, body }, context) => {
      const { id, actorId } = await findFor(context, params.number);
      await markReturnSent(deps, params.number, body, actorId);
      return { return: await readReturn(deps, id, actorId !== null) };
    },
  };
}

/** Returns the colleague who acts for a customer; null for the customer. */
function actorOf({ secret, now }: Deps, context: CallContext, order: OrderRow): string | null {
  return isOwnOrder(secret, context, order, now()) ? null : requireCaller(context).userId;
}

type LabelCalls = Exclude<keyof typeof returnLabelEndpoints, 'getReturnLabel'>;

function labelHandlers(deps: Deps): Pick<Handlers<typeof returnEndpoints>, LabelCalls> {
  const useOf = async (number: string) => labelUseOfReturn(deps, await findReturnRow(deps.db, number));
  return {
    listReturnLabels: ({ params }) => readReturnLabels(deps, params.number),
    listReturnRates: ({ params, body }) => listReturnRates(deps, params.number, body),
    buyReturnLabel: async ({ params, body }, context) => ({
      label: await buyLabel(deps, await useOf(params.number), body, requireCaller(context).userId),
    }),
    checkReturnLabel: async ({ params }) => ({
      label: await checkLabel(deps, params.label, await useOf(params.number)),
    }),
    refundReturnLabel: async ({ params }, context) => ({
      label: await refundLabel(deps, params.label, requireCaller(context).userId, await useOf(params.number)),
    }),
  };
}

type DeskCalls =
  | 'listReturns'
  | 'countReturns'
  | 'exportReturns'
  | 'openReturnForCustomer'
  | 'approveReturn'
  | 'refuseReturn'
  | 'receiveReturn'
  | 'markReturnLost'
  | 'lockReturnLine'
  | 'decideReturn'
  | 'settleReturn'
  | 'sendBackReturn';

const searchOf = ({ caller }: CallContext) => ({ ignoresEmail: !hasPermission(caller, 'customers.read') });

function deskHandlers(
  deps: Deps,
  forStaff: (id: string) => Promise<{ return: Awaited<ReturnType<typeof readReturn>> }>,
): Pick<Handlers<typeof returnEndpoints>, DeskCalls> {
  return {
    listReturns: ({ query = {} }, context) => listReturns(deps, { ...query, ...searchOf(context) }),
    exportReturns: ({ query = {} }, context) => exportReturns(deps, { ...query, ...searchOf(context) }),
    countReturns: async () => ({ counts: await countReturns(deps) }),
    openReturnForCustomer: async ({ params, body }, context) => {
      const { userId: actorId } = requireCaller(context);
      const order = await findSoldOrder(deps, context, params.id);
      const { idempotencyKey } = context;
      return { return: await openReturn(deps, order, body, { actorId, scope: actorId, idempotencyKey }) };
    },
    approveReturn: async ({ params }, context) =>
      forStaff(await approveReturn(deps, params.number, requireCaller(context).userId)),
    refuseReturn: async ({ params, body }, context) =>
      forStaff(await refuseReturn(deps, params.number, body.reason, requireCaller(context).userId)),
    receiveReturn: async ({ params, body }, context) =>
      forStaff(await receiveReturn(deps, params.number, body, requireCaller(context).userId)),
    markReturnLost: async ({ params, body }, context) =>
      forStaff(await markReturnLost(deps, params.number, body.isRefunded, requireCaller(context).userId)),
    lockReturnLine: async ({ params, body }, context) =>
      forStaff(await lockReturnLine(deps, params.number, body, requireCaller(context).userId)),
    sendBackReturn: async ({ params, body }, context) =>
      forStaff(await sendBackReturn(deps, params.number, body, requireCaller(context).userId)),
    decideReturn: async ({ params, body }, context) =>
      forStaff(await decideReturn(deps, params.number, body.decisions, requireCaller(context).userId)),
    settleReturn: async ({ params, body }, context) => {
      const caller = requireCaller(context);
      const { idempotencyKey } = context;
      const assertMayExceedLimit = () => {
        assertPermission(caller, 'refunds.approve');
        assertRecentAuthentication(caller, deps.now());
      };
      const settlement = { ...body, actorId: caller.userId, idempotencyKey, assertMayExceedLimit };
      return forStaff(await settleReturn(deps, params.number, settlement));
    },
  };
}
