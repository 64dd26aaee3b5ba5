/** Prefix of the invoices of orders that were paid in test mode; no store may use it. */
export const testInvoicePrefix = 'TEST-';
