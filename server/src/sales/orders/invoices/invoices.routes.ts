import type { invoiceEndpoints } from '@reprise/contract/sales/orders/invoices';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { findOrderFor } from '../order-access.ts';
import { exportInvoices, listInvoices, readOrderInvoices } from './invoices.queries.ts';
import { exportTaxes, listTaxes } from './tax-report.queries.ts';

export function invoiceHandlers(deps: Deps): Handlers<typeof invoiceEndpoints> {
  const { db, secret } = deps;
  return {
    listOrderInvoices: async ({ params }, context) => {
      const { id, predatesInvoices } = await findOrderFor(deps, context, params.id);
      const isStaff = context.caller?.role === 'admin';
      return { invoices: await readOrderInvoices(db, id, isStaff ? secret : null), predatesInvoices };
    },
    listInvoices: ({ query = {} }) => listInvoices(db, query),
    listTaxes: ({ query = {} }) => listTaxes(db, query),
    exportTaxes: ({ query = {} }) => exportTaxes(deps, query),
    exportInvoices: ({ query = {} }) => exportInvoices(deps, query),
  };
}
