import { conditionLabels, offerName } from '@reprise/contract/catalog/products/conditions';
import { Problem } from '@reprise/contract/problem';
import type { Packing } from '@reprise/contract/sales/orders/packing';
import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import { statesInCustody } from '@reprise/contract/workshop/units/unit-states';
import { lockStock } from '../../../catalog/products/stock/change-stock.ts';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import {
  type BoundUnit,
  bindUnits,
  lockBound,
  packChosen,
  unpackChosen,
} from '../../../workshop/units/in-orders/bindings.ts';
import { findToPack, wrongUnit } from '../../../workshop/units/in-orders/find-to-pack.ts';
import { release } from '../../../workshop/units/in-orders/follow-order.ts';
import type { UnitRow } from '../../../workshop/units/shift-units.ts';
import { shopHosts } from '../../../workshop/units/shop-hosts.ts';
import { findUnit, whereabouts } from '../../../workshop/units/unit.queries.ts';
import { readStockLines, type StockLine, withDevices } from '../devices/stock-lines.ts';
import { assertMayLeave, isOut, type StatusChanger } from '../lifecycle/change-status.ts';
import type { OrderRow } from '../orders.queries.ts';
import { fillLine, unsettledOf } from '../shortages/short-lines.ts';
import { hasShipped, lockToPack, lockToScan, openLines } from './lock-to-pack.ts';
import { readPacking } from './packing.queries.ts';
import { scanUnscanned } from './scan-unscanned.ts';
import { findUpgrade } from './upgrades.ts';

/**
 * Packs the device with this code, or notes which one left with an order that was shipped without a scan. Throws WRONG_UNIT
 * with a sentence for the packer if it does not belong there.
 */
export async function packDevice(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'environment'>,
  reference: string,
  { code, captured, isNew = false }: { code: string; captured: CaptureMethod; isNew?: boolean },
  actor: StatusChanger,
): Promise<{ packing: Packing; device: string }> {
  const actorId = actor.userId;
  const by = { actorId, now: deps.now() };
  const { alerts } = deps;
  const hosts = shopHosts(deps.environment);
  return inTransaction(deps.db, async (tx) => {
    const order = await lockToScan(tx, reference);
    const hasLeft = isOut(order.status);
    if (!hasLeft) assertMayLeave(order, actor);
    const all = await readStockLines(tx, order.id);
    const short = await readShort(tx, hasLeft ? [] : all);
    const lines = withDevices(all);
    const bound = await lockBound(tx, lines);
    const open = hasLeft ? [] : openLines(lines, bound);
    const productIds = [...open, ...short.filter(({ isFree }) => isFree)].map(({ productId }) => productId);
    const waiting = bound.filter(({ isPacked }) => !isPacked);
    const unscanned = bound.flatMap(({ id, isAssumed }) => (isAssumed ? [id] : []));
    if (hasLeft && waiting.length + unscanned.length === 0) throw hasShipped();
    const unit = await findToPack(tx, code, { ...by, captured, hosts, isNew, productIds, unscanned });
    if (waiting.some(({ id }) => id === unit.id)) {
      await packChosen(tx, unit.id, by);
    } else if (!(await scanUnscanned(tx, { order, unit, lines, bound, captured }, by))) {
      await assertFits(tx, unit, order, { lines, open, short, waiting });
      const isSame = ({ productId }: StockLine) => productId === unit.productId;
      const line = open.find(isSame) ?? short.find(isSame);
      if (line && !open.some(isSame)) await fillLine(tx, line, 1, { ...by, orderId: order.id, alerts });
      if (!line) throw new Error('The line of a device that fits is missing.');
      await bindUnits(tx, line.itemId, [unit], captured, by);
    }
    await recordAudit(tx, {
      actorId,
      action: 'pack device',
      subject: `order ${order.id}`,
      after: { device: unit.number, captured },
    });
    return { packing: await readPacking(tx, order.id), device: unit.number };
  });
}

/**
 * Takes a device out of an order that has not shipped. One that its buyer chose only leaves the parcel; taken out again,
 * it leaves the order, and another one can take its place.
 */
export async function unpackDevice(
  deps: Pick<Deps, 'db' | 'now'>,
  reference: string,
  unitReference: string,
  actorId: string,
): Promise<Packing> {
  const by = { actorId, now: deps.now() };
  return inTransaction(deps.db, async (tx) => {
    const order = await lockToPack(tx, reference);
    const lines = withDevices(await readStockLines(tx, order.id));
    const { id, number } = await findUnit(tx, unitReference);
    const [unit] = (await lockBound(tx, lines)).filter((bound) => bound.id === id);
    if (unit && statesInCustody.includes(unit.state)) throw cameBack(number, order.orderNumber);
    if (unit && unit.state !== 'allocated') throw wrongUnit(`${number} has left in a parcel.`);
    if (unit) {
      if (unit.isChosen && unit.isPacked) await unpackChosen(tx, id);
      else await release(tx, [unit], lines, by);
      await recordAudit(tx, {
        actorId,
        action: 'unpack device',
        subject: `order ${order.id}`,
        before: { device: number },
      });
    }
    return readPacking(tx, order.id);
  });
}

const cameBack = (number: string, order: string) =>
  new Problem('UNIT_STATE', `${number} came back from order ${order}: refund it, or lower the quantity.`);

type ShortLine = StockLine & {
  /** True if a device on sale is not promised to another order. */
  isFree: boolean;
};

/** Returns the lines with units that are not there; locks their products, before any device is locked. */
async function readShort(tx: Tx, lines: StockLine[]): Promise<ShortLine[]> {
  const short = lines.filter((line) => line.hasDevices && line.isTracked && unsettledOf(line) > 0);
  if (short.length === 0) return [];
  const stockOf = await lockStock(
    tx,
    short.map(({ productId }) => productId),
  );
  return short.map((line) => ({ ...line, isFree: (stockOf.get(line.productId) ?? 0) > 0 }));
}

type Wanted = {
  lines: StockLine[];
  /** Lines that take any device of their product. */
  open: StockLine[];
  /** Lines with units that are not there. */
  short: ShortLine[];
  /** Devices that the buyer chose and that are not packed. */
  waiting: BoundUnit[];
};

/** Throws WRONG_UNIT unless the device is on sale and an open line of the order wants its product. */
async function assertFits(
  tx: Tx,
  unit: UnitRow,
  order: OrderRow,
  { lines, open, short, waiting }: Wanted,
): Promise<void> {
  const found = await findUnit(tx, unit.id);
  if (unit.state === 'allocated') {
    const isHere = found.order === order.orderNumber;
    throw wrongUnit(
      isHere
        ? `${unit.number} is in this order already.`
        : `${unit.number} is packed for order ${found.order}. Put it back there.`,
    );
  }
  if (unit.state !== 'listed') {
    throw wrongUnit(`${unit.number} is ${whereabouts(found)}, so it cannot be sold. Take another.`);
  }
  if (open.some(({ productId }) => productId === unit.productId)) return;
  const chosen = waiting.filter(({ productId }) => productId === unit.productId);
  if (chosen.length > 0) {
    const numbers = chosen
      .map(({ number, place }) => (place ? `${number} (${place})` : number))
      .join(' and ');
    throw wrongUnit(`The buyer chose ${numbers}. Put this one back.`);
  }
  const owed = short.find(({ productId }) => productId === unit.productId);
  if (owed?.isFree) return;
  if (owed) {
    throw wrongUnit(
      `This order is short of ${owed.name}, and all devices on sale are promised to other orders. Put this one back.`,
    );
  }
  const full = lines.find(({ productId }) => productId === unit.productId);
  if (full) throw wrongUnit(`The order has all its devices of ${full.name}. Put this one back.`);
  const is = found.product
    ? `${found.product.name}, ${conditionLabels[found.product.condition]}`
    : found.model.name;
  const upgrade = await findUpgrade(tx, unit, lines, [...open, ...short]);
  if (upgrade) {
    throw new Problem(
      'WRONG_UNIT',
      `This is ${conditionLabels[upgrade.product.condition]}. The order wants ${conditionLabels[upgrade.line.condition]}.`,
      { details: { upgrade: offerName(upgrade.product), insteadOf: offerName(upgrade.line) } },
    );
  }
  const wanted = open.map(({ name }) => name).join(' and ');
  throw wrongUnit(
    wanted ? `This is ${is}. The order wants ${wanted}.` : `This is ${is}. The order needs no more devices.`,
  );
}
