import { addCents, type Cents, cents, timesCents } from '@reprise/contract/money';
import type { Returnable, ReturnableItem } from '@reprise/contract/sales/returns/return';
import { photoNeeds, type ReturnPhoto, returnPhoto } from '@reprise/contract/sales/returns/return-photos';
import {
  customerReasons,
  groundsOf,
  type ReturnReason,
  type ReturnWish,
  returnWishes,
} from '@reprise/contract/sales/returns/return-states';
import { retainedOf } from '@reprise/contract/sales/returns/returned-amount';

/** An item of the form; `quantity` is typed. */
type LineValues = {
  isChosen: boolean;
  quantity: string;
  reason: ReturnReason | '';
  note: string;
  photos: ReturnPhoto[];
};
export type ReturnValues = { lines: LineValues[]; wish: ReturnWish };

/** Returns what was typed before, for the items that are still the same. */
export function startValues({ items }: Returnable, draft: unknown): ReturnValues {
  const typed = (draft ?? {}) as { lines?: unknown; wish?: unknown };
  const lines: unknown[] =
    Array.isArray(typed.lines) && typed.lines.length === items.length ? typed.lines : [];
  return {
    lines: items.map((item, index) => lineValues(item, (lines[index] ?? {}) as Record<string, unknown>)),
    wish: returnWishes.find((wish) => wish === typed.wish) ?? 'refund',
  };
}

function lineValues({ quantity, openReturn }: ReturnableItem, typed: Record<string, unknown>): LineValues {
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return {
    isChosen: openReturn === null && typed.isChosen === true,
    quantity: text(typed.quantity, String(quantity)),
    reason: customerReasons.find((reason) => reason === typed.reason) ?? '',
    note: text(typed.note, ''),
    photos: Array.isArray(typed.photos) ? typed.photos.filter(isPhoto) : [],
  };
}

const isPhoto = (value: unknown): value is ReturnPhoto => returnPhoto.safeParse(value).success;

/** Returns the chosen items with what was typed for each. */
export function chosenLines({ items }: Returnable, values: ReturnValues) {
  return items.flatMap((item, index) => {
    const line = values.lines[index];
    return line?.isChosen && item.openReturn === null ? [{ item, ...line, count: countOf(item, line) }] : [];
  });
}

/** Returns the typed number; a device is one. */
function countOf({ unit, quantity }: ReturnableItem, typed: LineValues): number {
  if (unit !== null) return 1;
  const count = Number(typed.quantity);
  return Number.isInteger(count) && count >= 1 && count <= quantity ? count : 0;
}

export function bodyOfReturn(returnable: Returnable, values: ReturnValues) {
  const lines = chosenLines(returnable, values).map(({ item, count, reason, note, photos }) => ({
    product: item.product.id,
    ...(item.unit !== null && { unit: item.unit }),
    quantity: count,
    reason,
    note,
    ...(reason !== '' && photoNeeds[reason] !== 'none' && { photos: photos.map(({ id }) => id) }),
  }));
  return { lines, wish: offersRepair(returnable, values) ? values.wish : 'refund' };
}

/** True if something is wrong with an item, so that it can be repaired or replaced. */
export function offersRepair(returnable: Returnable, values: ReturnValues): boolean {
  return chosenLines(returnable, values).some(({ reason }) => isFault(reason));
}

export const isFault = (reason: ReturnReason | '') => reason !== '' && groundsOf[reason] !== 'change-of-mind';

export type Outlook = {
  /** Price and tax of the chosen items. */
  goods: Cents;
  /** Shipping that is given back as well. */
  shipping: Cents;
  labelBy: 'store' | 'customer';
  /** Names of items whose time to change one's mind is over. */
  closed: string[];
  /** Names of items with a fault whose time is over; the store answers such requests. */
  outside: string[];
};

/** Returns what the customer gets back if everything arrives as it was sent. */
export function outlookOf(returnable: Returnable, values: ReturnValues, now: Date): Outlook {
  const chosen = chosenLines(returnable, values);
  const isWhole = returnable.items.every((item) => {
    const line = chosen.find((line) => line.item === item);
    return line !== undefined && line.count === item.quantity;
  });
  const hasFault = chosen.some(({ reason }) => isFault(reason));
  const isClosed = ({ item, reason }: (typeof chosen)[number]) =>
    reason !== '' && !isFault(reason) && isOutside(item, reason, now);
  return {
    goods: addCents(chosen.map(goodsOf)),
    shipping: isWhole && hasFault ? returnable.shipping : cents(0),
    labelBy: hasFault || chosen.some(({ item }) => item.labelBy === 'store') ? 'store' : 'customer',
    closed: chosen.filter(isClosed).map(({ item }) => item.product.name),
    outside: chosen
      .filter(({ item, reason }) => reason !== '' && isFault(reason) && isOutside(item, reason, now))
      .map(({ item }) => item.product.name),
  };
}

/** Returns what goes back for the chosen units, less what the policy retains after a change of mind. */
function goodsOf({ item, count, reason }: ReturnType<typeof chosenLines>[number]): Cents {
  const paid = timesCents(item.amount, count);
  return reason === '' ? paid : cents(paid - retainedOf(paid, reason, item.restockingPercent));
}

function isOutside(item: ReturnableItem, reason: ReturnReason, now: Date): boolean {
  const until = groundsOf[reason] === 'change-of-mind' ? item.changeOfMindUntil : item.defectUntil;
  return until === null || new Date(until) < now;
}
