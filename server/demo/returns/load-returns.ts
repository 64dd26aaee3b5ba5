import { cents } from '@reprise/contract/money';
import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { eq } from 'drizzle-orm';
import { findOrderRow, readOrder } from '../../src/sales/orders/orders.queries.ts';
import {
  approveReturn,
  cancelReturn,
  markReturnSent,
  refuseReturn,
} from '../../src/sales/returns/answer-return.ts';
import { decideReturn } from '../../src/sales/returns/decide-return.ts';
import { moveDueReturns } from '../../src/sales/returns/due-returns.ts';
import { markReturnLost } from '../../src/sales/returns/lost-return.ts';
import { openReturn } from '../../src/sales/returns/open-return.ts';
import { receiveReturn } from '../../src/sales/returns/receive-return.ts';
import { readReturn } from '../../src/sales/returns/return.queries.ts';
import { sendBackReturn } from '../../src/sales/returns/send-back.ts';
import { settleReturn } from '../../src/sales/returns/settle-return.ts';
import { closeRepair, openRepair } from '../../src/workshop/units/repairs/change-repair.ts';
import { repairs } from '../../src/workshop/units/repairs/repairs.tables.ts';
import { scanCode } from '../../src/workshop/units/scan-code.ts';
import { findUnit } from '../../src/workshop/units/unit.queries.ts';
import { type DemoDeps, daysAgo } from '../demo-clock.ts';
import { indexOfReturned, numbersOf } from '../devices.ts';
import { type DemoBuyers, loadDeviceOrder } from '../load-orders.ts';
import { demoOrders } from '../orders.ts';
import { loadReturnPhotos } from './load-return-photos.ts';
import { type DemoReturn, demoReturns, type ReturnStep, returnedOrders } from './returns.ts';

/** Case with its order, and the serial number of its device. */
type Planned = { plan: DemoReturn; orderId: string; serial: string; key: string };

/**
 * Sells the devices that come back, opens the cases and takes their steps; `orderIds` are those of `demoOrders`. Repeated,
 * it adds what is missing.
 */
export async function loadReturns(deps: DemoDeps, buyers: DemoBuyers, orderIds: string[]): Promise<void> {
  for (const [index, plan] of demoReturns.entries()) {
    const key = `demo return ${index}`;
    const sold = plan.isDevice
      ? await sellDevice(deps, buyers, plan)
      : { orderId: orderOf(orderIds, plan), serial: '' };
    await loadReturn(deps, { plan, key, ...sold });
  }
  await moveDueReturns(daysAgo(deps, 1));
}

async function sellDevice(deps: DemoDeps, buyers: DemoBuyers, { slug }: DemoReturn) {
  const index = returnedOrders.findIndex(({ items }) => items.some((item) => item.slug === slug));
  const plan = returnedOrders[index];
  if (!plan) throw new Error(`The demo has no order of ${slug}.`);
  const { serial } = numbersOf(indexOfReturned(index));
  const order = { plan, key: `demo returned order ${index}` };
  return { orderId: await loadDeviceOrder(deps, buyers, order, serial), serial };
}

/** Returns the newest delivered order of the buyer with the product. */
function orderOf(orderIds: string[], { slug, buyer }: DemoReturn): string {
  const index = demoOrders.findIndex(
    (order) =>
      order.status === 'delivered' &&
      JSON.stringify(order.buyer) === JSON.stringify(buyer) &&
      order.items.some((item) => item.slug === slug),
  );
  const id = orderIds[index];
  if (id === undefined) throw new Error(`The demo has no delivered order of ${slug}.`);
  return id;
}

/** Opens a case and takes the steps that its history does not have. */
async function loadReturn(deps: DemoDeps, { plan, orderId, serial, key }: Planned): Promise<void> {
  const opening = daysAgo(deps, plan.openedDaysAgo);
  const order = await findOrderRow(deps.db, orderId);
  if (!order) throw new Error(`The demo has no order ${orderId}.`);
  const { units } = serial === '' ? { units: [] } : await scanCode(deps, serial);
  const item = (await readOrder(deps.db, orderId)).items.find(({ product }) => product.slug === plan.slug);
  const line = { product: item?.product.id ?? '', unit: units[0]?.number, quantity: 1 };
  const isDamaged = plan.reason === 'damaged-in-transit';
  const photos = isDamaged ? await loadReturnPhotos(deps, order) : [];
  const { id, number } = await openReturn(
    opening,
    order,
    { lines: [{ ...line, reason: plan.reason, note: plan.note, photos }], wish: plan.wish ?? 'refund' },
    { actorId: null, scope: orderId, idempotencyKey: key },
  );
  for (const step of plan.steps) {
    const found = await readReturn(deps, id, true);
    const isTaken = (found.events ?? []).some(({ kind }) => kind === kindOf[step.do]);
    if (!isTaken) await take(daysAgo(deps, step.daysAgo), step, { number, serial, found });
  }
}

/** Event that the history of a case has after a step; a repair is recorded on its device alone. */
const kindOf: Record<ReturnStep['do'], string> = {
  approve: 'approved',
  refuse: 'refused',
  cancel: 'cancelled',
  send: 'sent',
  receive: 'received',
  'receive other': 'other-device',
  lose: 'lost',
  decide: 'decided',
  repair: '',
  settle: 'settled',
  'send back': 'sent-back',
};

type Case = { number: string; serial: string; found: OrderReturn };

async function take(deps: DemoDeps, step: ReturnStep, { number, serial, found }: Case): Promise<void> {
  const { actorId } = deps;
  const line = found.lines[0]?.id ?? '';
  const scan = { captured: 'scan' as const, place: 'R-01', note: '', missingParts: [] };
  switch (step.do) {
    case 'approve':
      return void (await approveReturn(deps, number, actorId));
    case 'refuse':
      return void (await refuseReturn(deps, number, step.reason, actorId));
    case 'cancel':
      return void (await cancelReturn(deps, number, null));
    case 'send':
      return void (await markReturnSent(deps, number, step, null));
    case 'receive':
      return void (await receiveReturn(
        deps,
        number,
        { ...scan, code: serial, missingParts: step.missingParts ?? [] },
        actorId,
      ));
    case 'receive other':
      return void (await receiveReturn(deps, number, { ...scan, code: unknownCode, line }, actorId));
    case 'lose':
      return void (await markReturnLost(deps, number, true, actorId));
    case 'decide':
      return decide(deps, number, line, step);
    case 'repair':
      return repair(deps, found.lines[0]?.unit ?? '', step);
    case 'settle': {
      const amount = found.toSettle ?? cents(0);
      const settlement = { amount, actorId, idempotencyKey: null, assertMayExceedLimit: () => {} };
      return void (await settleReturn(deps, number, settlement));
    }
    case 'send back':
      return void (await sendBackReturn(deps, number, { ...step, lines: [line] }, actorId));
  }
}

/** IMEI that no device of the demo has. */
const unknownCode = numbersOf(9_998).imei;

async function decide(
  deps: DemoDeps,
  number: string,
  line: string,
  { decision, disposition, deduction }: Extract<ReturnStep, { do: 'decide' }>,
): Promise<void> {
  const deductions = deduction
    ? [{ reason: deduction.reason, note: deduction.note, amount: cents(deduction.cents) }]
    : [];
  await decideReturn(
    deps,
    number,
    [{ line, decision, ...(disposition && { disposition }), deductions }],
    deps.actorId,
  );
}

async function repair(
  deps: DemoDeps,
  unit: string,
  { fault, work, minutes }: Extract<ReturnStep, { do: 'repair' }>,
): Promise<void> {
  const { id, state } = await findUnit(deps.db, unit);
  const isOpen = state === 'repair';
  if (!isOpen && (await deps.db.$count(repairs, eq(repairs.unitId, id))) > 0) return;
  if (!isOpen) await openRepair(deps, id, { fault }, deps.actorId);
  await closeRepair(deps, id, { outcome: 'done', work, minutes }, deps.actorId);
}
