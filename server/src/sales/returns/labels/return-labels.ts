import type { CallOutput, FileResponse } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { type Parcel, parcelOf } from '@reprise/contract/sales/orders/shipping/parcel';
import type { returnLabelEndpoints } from '@reprise/contract/sales/returns/return-labels';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { orderNotFound } from '../../orders/order-access.ts';
import { findOrderRow } from '../../orders/orders.queries.ts';
import { type AccountDeps, openCarrier, requireCarrier } from '../../orders/shipping/carrier-account.ts';
import { carrierAddressOf, recipientOf } from '../../orders/shipping/carrier-address.ts';
import { fileOf } from '../../orders/shipping/label-file.ts';
import type { LabelUse } from '../../orders/shipping/label-use.ts';
import { listLabels } from '../../orders/shipping/labels.queries.ts';
import { customsItems, readReturnedParcelLines } from '../../orders/shipping/parcel-lines.ts';
import { withRefusals } from '../../orders/shipping/quote-parcel.ts';
import { queueStepMail } from '../answer-return.ts';
import {
  assertReturnState,
  findReturnRow,
  type ReturnRow,
  readReturnLines,
  recordReturnEvent,
  updateReturn,
} from '../return-rows.ts';
import { readReturnSettings } from '../return-settings.ts';
import { returns } from '../returns.tables.ts';
import { findNewestLabel } from './label-of-return.ts';

/** Returns the labels of a return and the parcel that its items make. */
export async function readReturnLabels(
  deps: AccountDeps,
  number: string,
): Promise<CallOutput<typeof returnLabelEndpoints.listReturnLabels>> {
  const row = await findReturnRow(deps.db, number);
  const labels = await listLabels(deps.db, { orderId: row.orderId, returnId: row.id });
  const opened = await openCarrier(deps);
  if (!opened?.carrier.returns) return { canBuy: false, parcel: null, labels };
  const lines = await readReturnParcel(deps.db, row.id);
  return { canBuy: true, parcel: parcelOf(lines, opened.packaging), labels };
}

/** Asks the carriers what the way back costs: from the address of the order to that of returns. */
export async function listReturnRates(
  deps: AccountDeps,
  number: string,
  parcel: Parcel,
): Promise<CallOutput<typeof returnLabelEndpoints.listReturnRates>> {
  const row = await findReturnRow(deps.db, number);
  assertTakesLabel(row);
  const { carrier, sender, packaging } = await requireCarrier(deps);
  if (!carrier.returns) throw new Problem('NOT_FOUND', 'The connected carrier has no return labels.');
  const order = await findOrderRow(deps.db, row.orderId);
  if (!order) throw orderNotFound();
  const { address } = await readReturnSettings(deps.db);
  const items = customsItems(await readReturnParcel(deps.db, row.id), packaging);
  const to =
    address === null ? sender : { ...carrierAddressOf(address), phone: address.phone || sender.phone };
  const request = { reference: row.id, from: recipientOf(order), to, parcel, items };
  const { returns: labels } = carrier;
  const { shipmentId, rates, messages } = await withRefusals(() => labels.quote(request));
  return { shipment: shipmentId, rates, messages };
}

const assertTakesLabel = (row: ReturnRow) => assertReturnState(row, ['approved'], 'given a label');

async function readReturnParcel(db: Queryable, returnId: string) {
  const lines = await readReturnLines(db, [returnId]);
  return readReturnedParcelLines(
    db,
    lines.map(({ line }) => line),
  );
}

async function lockCase(tx: Tx, id: string): Promise<ReturnRow> {
  const [row] = await tx.select().from(returns).where(eq(returns.id, id)).for('update');
  if (!row) throw new Problem('NOT_FOUND', 'Return not found.');
  return row;
}

/** Returns the use of a label for the parcel of this return. */
export function labelUseOfReturn({ jobs }: Pick<Deps, 'jobs'>, { id, orderId }: ReturnRow): LabelUse {
  return {
    orderId,
    returnId: id,
    noun: 'return',
    assertOpen: async (tx) => assertTakesLabel(await lockCase(tx, id)),
    async store(tx, _order, { carrier, trackingNumber }, by) {
      const row = await lockCase(tx, id);
      await recordReturnEvent(tx, id, { kind: 'label-bought', detail: `${carrier} ${trackingNumber}` }, by);
      // Sent or called off in the time that the carrier took: the label is there to be refunded.
      if (row.state !== 'approved') return;
      await updateReturn(tx, id, { carrier, trackingNumber }, by.now);
      await queueStepMail(tx, { jobs }, id, 'label', by.now);
    },
    async clear(tx, _order, { carrier, trackingNumber }, by) {
      const row = await lockCase(tx, id);
      await recordReturnEvent(tx, id, { kind: 'label-void', detail: `${carrier} ${trackingNumber}` }, by);
      if (row.state === 'sent' || row.state === 'received' || row.trackingNumber !== trackingNumber) return;
      // An expired return that is approved again is sent without this number.
      await updateReturn(tx, id, { carrier: '', trackingNumber: '' }, by.now);
      if (row.state === 'approved') await queueStepMail(tx, { jobs }, id, 'label-void', by.now);
    },
  };
}

/** Returns the PDF of the label of a return; throws while there is none to use. */
export async function readReturnLabelFile(
  deps: Pick<Deps, 'db' | 'environment'>,
  number: string,
): Promise<FileResponse> {
  const row = await findReturnRow(deps.db, number);
  const label = await findNewestLabel(deps.db, row);
  if (!label || label.state === 'buying')
    throw new Problem('NOT_FOUND', `There is no label for ${row.number} yet.`);
  assertReturnState(row, ['approved', 'sent'], 'sent with its label');
  if (label.state !== 'bought')
    throw new Problem('RETURN_STATE', `The label of ${row.number} is void. Ask the store for another.`);
  return fileOf(deps, label);
}
