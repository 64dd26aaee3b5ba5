import { invoiceEndpoints } from '@reprise/contract/orders/invoices';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Invoices and credit notes of an order, oldest first, for its owner, staff, or a guest with the X-Order-Token header: `GET /orders/:id/invoices` */
export const listOrderInvoices: Call<typeof invoiceEndpoints.listOrderInvoices> = /* @__PURE__ */ defineCall(invoiceEndpoints.listOrderInvoices);

/** All invoices and credit notes, newest first: `GET /invoices` */
export const listInvoices: Call<typeof invoiceEndpoints.listInvoices> = /* @__PURE__ */ defineCall(invoiceEndpoints.listInvoices);

/** All invoices and credit notes of the list as CSV, oldest first, credit notes below zero: `GET /invoices/export` */
export const exportInvoices: Download<typeof invoiceEndpoints.exportInvoices> = /* @__PURE__ */ defineDownload(invoiceEndpoints.exportInvoices);
