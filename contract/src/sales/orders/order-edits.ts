import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { orderBillingInput } from './billing.ts';
import { order } from './order.ts';
import { editPreview, orderEdit } from './order-edit.ts';
import { packedCode, packingAnswer } from './packing.ts';
import { exemptionDecision } from './tax/exemption.ts';

export const orderEditEndpoints = endpoints({
  previewOrderEdit: {
    method: 'POST',
    path: '/orders/:id/edit/preview',
    summary: 'What an edit would do to the amounts of an order; changes nothing',
    access: 'admin',
    needs: 'orders.edit',
    rate: 'read',
    params: idParams,
    body: orderEdit,
    fieldProblems: { items: 'EMPTY_CART' },
    response: z.object({ preview: editPreview }),
  },
  editOrder: {
    method: 'PUT',
    path: '/orders/:id',
    summary:
      'Change address, items, prices and shipping of an order that has not shipped; what was paid too much is refunded',
    access: 'admin',
    needs: 'orders.edit',
    rate: 'write',
    params: idParams,
    body: orderEdit,
    fieldProblems: { items: 'EMPTY_CART' },
    response: z.object({ order }),
  },
  decideExemption: {
    method: 'POST',
    path: '/orders/:id/exemption',
    summary:
      'Say whether the VAT number of an order without tax is valid; only a checked order ships, and an unpaid one with an invalid number gets its tax',
    access: 'admin',
    needs: 'orders.edit',
    rate: 'write',
    params: idParams,
    body: exemptionDecision,
    response: z.object({ order }),
  },
  changeOrderBilling: {
    method: 'PUT',
    path: '/orders/:id/billing',
    summary:
      'Change who an order is billed to; an invoice that was issued is credited and issued again to the new recipient',
    access: 'admin',
    needs: 'orders.edit',
    rate: 'write',
    params: idParams,
    body: orderBillingInput,
    response: z.object({ order }),
  },
  upgradeDevice: {
    method: 'POST',
    path: '/packing/:id/upgrades',
    summary:
      'Send the device with this code for a line of the same model in another condition, at the price of the line: the order is edited, then the device is packed',
    access: 'admin',
    needs: 'orders.edit',
    rate: 'write',
    params: idParams,
    body: packedCode,
    response: packingAnswer,
  },
});
