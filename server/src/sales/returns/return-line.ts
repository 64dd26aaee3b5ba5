import { type Cents, cents } from '@reprise/contract/money';
import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import { type PhotoRow, toReturnPhoto } from './photos/return-photo.queries.ts';
import { type LineRow, replacementOf } from './return-rows.ts';

const dayOf = (time: Date | null) => time?.toISOString() ?? null;

/** Returns a line of a case; staff also read the code that was scanned instead. */
export function toReturnLine(
  row: LineRow,
  planned: Cents | null,
  photos: PhotoRow[],
  isStaff: boolean,
): ReturnLine {
  const { line, productId, boundProductId, name, slug, image, unit } = row;
  return {
    id: line.id,
    product: { id: boundProductId ?? productId, name, slug, image: image || null },
    unit,
    quantity: line.quantity,
    reason: line.reason,
    note: line.note,
    photos: photos.map(toReturnPhoto),
    windowEndsAt: dayOf(line.windowEndsAt),
    receivedAt: dayOf(line.receivedAt),
    match: line.match,
    ...(isStaff && line.receivedCode !== '' && { receivedCode: line.receivedCode }),
    missingParts: line.missingParts,
    lockedAt: dayOf(line.lockedAt),
    decision: line.decision,
    disposition: line.disposition,
    restockingPercent: line.restockingPercent,
    deductions: line.deductions.map(({ amountCents, ...rest }) => ({ ...rest, amount: cents(amountCents) })),
    amount: line.amountCents ?? planned,
    settledAt: dayOf(line.settledAt),
    endedAs: line.endedAs,
    backCarrier: line.backCarrier,
    backTrackingNumber: line.backTrackingNumber,
    replacement: replacementOf(row),
    isTakenOver: line.isTakenOver,
  };
}
