export const printDocuments = ['packing-slips', 'invoices'] as const;
export type PrintDocument = (typeof printDocuments)[number];

/** Returns the URL of the page that prints these orders, one sheet each. */
export function printUrl(printDocument: PrintDocument, orders: { orderNumber: string }[]): string {
  return `/admin/orders/print/${printDocument}?orders=${orders.map(({ orderNumber }) => orderNumber).join(',')}`;
}

/** Returns the URL of the page that prints the packing slip of one parcel of an order. */
export function parcelSlipUrl(orderNumber: string, parcel: number): string {
  return `${printUrl('packing-slips', [{ orderNumber }])}&parcel=${parcel}`;
}

/** Returns the URL of the page that shows one invoice or credit note of an order. */
export function invoiceUrl({ orderNumber, number }: { orderNumber: string; number: string }): string {
  return `${printUrl('invoices', [{ orderNumber }])}&number=${encodeURIComponent(number)}`;
}
