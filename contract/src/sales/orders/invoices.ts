import { z } from 'zod';
import { endpoints, fileResponse, idParams } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { money, queryChoice, queryDayOrTime, queryString } from '../../wire.ts';
import { invoice, invoiceKinds, invoiceSummary } from './invoice.ts';

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

/** Period of the tax report, by the issue of documents. */
const taxPeriod = { from: queryDayOrTime, to: queryDayOrTime };

/** Sales and refunds of a place at one tax rate: its invoices, and its credit notes. */
export const taxReportRow = z
  .object({
    /** Place and rate. */
    id: z.string(),
    /** Empty for documents from before it was stored whose customer's data was erased. */
    country: z.string(),
    /** Code or name; empty for countries without states. */
    state: z.string(),
    /** Null if the order is older than the field. */
    basisPoints: z.number().nullable(),
    salesNet: money,
    salesTax: money,
    refundsNet: money,
    refundsTax: money,
    /** Sales less refunds; below zero where more was refunded in the period than sold. */
    net: money,
    tax: money,
    total: money,
  })
  .meta({ id: 'TaxReportRow' });
export type TaxReportRow = z.output<typeof taxReportRow>;

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
  listTaxes: {
    method: 'GET',
    path: '/invoices/taxes',
    summary: 'Sales, refunds and their tax by place and rate, from the invoices and credit notes of a period',
    access: 'admin',
    needs: 'invoices.read',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...taxPeriod }),
    response: z.object({
      rows: z.array(taxReportRow),
      pagination,
      /** Sums of the whole period. */
      totals: taxReportRow.pick({ net: true, tax: true, total: true }),
    }),
  },
  exportTaxes: {
    method: 'GET',
    path: '/invoices/taxes/export',
    summary: 'The report of taxes as CSV; its columns add up to those of the invoices of the period',
    access: 'admin',
    needs: 'invoices.read',
    rate: 'read',
    stepUp: true,
    query: z.object(taxPeriod),
    file: 'text/csv',
    response: fileResponse,
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
