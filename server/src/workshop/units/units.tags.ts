import { settingsTags } from '../../foundations/settings/settings.tags.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ResponseTags } from '../../platform/response-cache/cache-dependencies.ts';
import { invalidateTags } from '../../platform/response-cache/invalidate-tags.ts';

/** Devices on sale of a product, as its page shows them. */
const choicesTag = (productId: string) => `choices:${productId}`;

export const unitTags = {
  listDeviceChoices: ({ product }: { product: string }): ResponseTags => ({
    strict: [choicesTag(product), ...settingsTags.getPublicSettings().strict],
  }),
};

/** Invalidates what the pages of these products say about their devices on sale. */
export function invalidateChoices(tx: Tx, productIds: (string | null)[]): void {
  invalidateTags(tx, [...new Set(productIds)].filter((id) => id !== null).map(choicesTag));
}
