export const papers = ['packing-slips', 'invoices'] as const;
export type Paper = (typeof papers)[number];

/** Returns the URL of the page that prints these orders, one sheet each. */
export function printUrl(paper: Paper, orders: { orderNumber: string }[]): string {
  return `/admin/orders/print/${paper}?orders=${orders.map(({ orderNumber }) => orderNumber).join(',')}`;
}
