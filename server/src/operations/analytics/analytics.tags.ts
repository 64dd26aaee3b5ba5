import type { analyticsEndpoints } from '@reprise/contract/operations/analytics';
import { allProducts } from '../../catalog/products/products.tags.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { salesTag } from '../../sales/orders/orders.tags.ts';

export const analyticsTags = {
  getShopFacts: () => ({ strict: [allProducts], eventual: [salesTag] }),
} satisfies Partial<Record<keyof typeof analyticsEndpoints, (result: never) => ResponseTags>>;
