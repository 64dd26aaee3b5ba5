export type { Product } from '@reprise/contract/catalog/products/product';
export type { CallOptions } from '@reprise/contract/client/client';
export { currencyOf } from '@reprise/contract/currencies';
export {
  type Cents,
  type Currency,
  cents,
  formatMoney,
  setCurrency,
  toCents,
  toMajorUnits,
} from '@reprise/contract/money';
export { Problem, type ProblemCode, problemCodeOf } from '@reprise/contract/problem';
export type { Order } from '@reprise/contract/sales/orders/order';
export type { Unit } from '@reprise/contract/workshop/units/unit';
export * from './calls/index.ts';
export { createReprise, type Reprise, type RepriseOptions } from './create-reprise.ts';
export { imageSet, imageUrl } from './image-url.ts';
export { readWebhookEvent, type WebhookEvent } from './read-webhook-event.ts';
