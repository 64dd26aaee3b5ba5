import { subscribableTypes, type WebhookEventType } from '@reprise/contract/operations/webhooks/events';

const labels: Record<string, string> = {
  product: 'Products',
  stock: 'Stock',
  order: 'Orders',
  line: 'Lines of orders',
  payment: 'Payments',
  refund: 'Refunds',
  customer: 'Customers',
  review: 'Reviews',
  unit: 'Devices',
  lot: 'Lots',
};

export type EventGroup = { label: string; types: WebhookEventType[] };

/** Events by what they are about, in the order of the contract. */
export const eventGroups: EventGroup[] = [
  ...Map.groupBy(subscribableTypes, (type) => type.split('.')[0] ?? ''),
].map(([subject, types]) => ({ label: labels[subject] ?? subject, types }));
