import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { labelEndpoints, type ShippingLabel } from '@reprise/contract/sales/orders/shipping/labels';
import type { Parcel } from '@reprise/contract/sales/orders/shipping/parcel';
import { api, fetchFile } from '../../../../api/browser-api.ts';
import { openPdf } from '../../../../browser/open-pdf.ts';

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

export function labelCallsOf(order: string): LabelCalls {
  const params = { id: order };
  return {
    listRates: (body) => api.listCarrierRates({ params, body }),
    buy: (body) => api.buyLabel({ params, body }),
    check: (id) => api.checkLabel({ params: { id } }),
    refund: (id) => api.refundLabel({ params: { id } }),
    open: async (id) =>
      openPdf('label.pdf', await fetchFile(labelEndpoints.getLabelFile, { params: { id } })),
    refundEffect: 'The order loses its tracking number.',
  };
}
