import type { analyticsEndpoints } from '@reprise/contract/analytics';
import { allProducts } from '../catalog/catalog.tags.ts';
import { salesTag } from '../orders/orders.tags.ts';
import type { ResponseTags } from '../platform/response-cache/cache-dependencies.ts';

export const analyticsTags = {
  getShopFacts: () => ({ strict: [allProducts], eventual: [salesTag] }),
} satisfies Partial<Record<keyof typeof analyticsEndpoints, (result: never) => ResponseTags>>;
