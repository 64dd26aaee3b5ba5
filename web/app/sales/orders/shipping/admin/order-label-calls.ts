import { labelEndpoints } from '@reprise/contract/sales/orders/shipping/labels';
import { api, fetchFile } from '../../../../api/browser-api.ts';
import { openPdf } from '../../../../browser/open-pdf.ts';
import type { LabelCalls } from '../../../shipping-labels/admin/label-calls.ts';

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
