import { z } from 'zod';
import { endpoints, fileResponse, idParams } from '../endpoint.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { invoice, invoiceKinds, invoiceSummary } from '../sales/orders/invoice.ts';
import { queryChoice, queryDayOrTime, queryString } from '../wire.ts';

/** Filters of the invoice list and its export. */
const invoiceFilters = {
  /** Number of the invoice or credit note, or of the order. */
  search: queryString(100),
  kind: queryChoice(invoiceKinds),
  /** Start of the issue time, inclusive. */
  from: queryDayOrTime,
  /** End of the issue time, exclusive. */
  to: queryDayOrTime,
};

export const invoiceEndpoints = endpoints({
  listOrderInvoices: {
    method: 'GET',
    path: '/orders/:id/invoices',
    summary:
      'Invoices and credit notes of an order, oldest first, for its owner, staff, or a guest with the X-Order-Token header',
    access: 'visitor',
    rate: 'read',
    params: idParams,
    response: z.object({
      invoices: z.array(invoice),
      /** True if the order was paid before invoices were numbered. */
      predatesInvoices: z.boolean(),
    }),
  },
  listInvoices: {
    method: 'GET',
    path: '/invoices',
    summary: 'All invoices and credit notes, newest first',
    access: 'admin',
    needs: 'invoices.read',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...invoiceFilters }),
    response: z.object({
      invoices: z.array(invoiceSummary),
      pagination,
      /** Number of the next invoice or credit note. */
      nextNumber: z.string(),
    }),
  },
  exportInvoices: {
    method: 'GET',
    path: '/invoices/export',
    summary: 'All invoices and credit notes of the list as CSV, oldest first, credit notes below zero',
    access: 'admin',
    needs: 'invoices.read',
    rate: 'read',
    stepUp: true,
    query: z.object(invoiceFilters),
    file: 'text/csv',
    response: fileResponse,
  },
});
