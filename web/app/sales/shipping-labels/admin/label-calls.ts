import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import type { labelEndpoints, ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import type { Parcel } from '@reprise/contract/sales/orders/shipping/parcel';

/** Calls about the labels of an order or of a return. */
export type LabelCalls = {
  listRates(parcel: Parcel): Promise<CallOutput<typeof labelEndpoints.listCarrierRates>>;
  buy(purchase: CallInput<typeof labelEndpoints.buyLabel>['body']): Promise<{ label: ShippingLabel }>;
  check(id: string): Promise<{ label: ShippingLabel | null }>;
  refund(id: string): Promise<unknown>;
  /** Opens the PDF. */
  open(id: string): Promise<void>;
  /** Sentence about the changes of a refund. */
  refundEffect: string;
};
