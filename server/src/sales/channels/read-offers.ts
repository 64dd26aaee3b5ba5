import { axisLabels, optionAxes } from '@reprise/contract/catalog/products/option-line';
import { sharingImageUrl } from '@reprise/contract/catalog/products/shared-image';
import type { Cents } from '@reprise/contract/money';
import type { Offer } from '@reprise/extension/channel';
import { and, eq, inArray } from 'drizzle-orm';
import { codeOf } from '../../catalog/feeds/feed-items.queries.ts';
import { deviceModels } from '../../catalog/products/families/families.tables.ts';
import { products } from '../../catalog/products/products.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { channelListings, channels } from './channels.tables.ts';
import { freeStock, isForSale } from './listings.queries.ts';

/** Returns listings with the details of their products that are sent; `product` is null for one that was deleted. */
export async function readOffers(db: Queryable, channelId: string, productIds: string[]) {
  const rows = await db
    .select({
      productId: channelListings.productId,
      sku: channelListings.sku,
      offerId: channelListings.offerId,
      isEnding: channelListings.isEnding,
      sentVersion: channelListings.sentVersion,
      sentRules: channelListings.sentRules,
      attempts: channelListings.attempts,
      free: freeStock,
      isSold: isForSale,
      product: {
        name: products.name,
        description: products.description,
        brand: products.brand,
        categoryId: products.categoryId,
        priceCents: products.priceCents,
        condition: products.condition,
        origin: products.origin,
        images: products.images,
        specifications: products.specifications,
        version: products.version,
      },
      options: deviceModels.options,
      gtin: codeOf('gtin'),
      mpn: codeOf('mpn'),
    })
    .from(channelListings)
    .innerJoin(channels, eq(channels.id, channelListings.channelId))
    .leftJoin(products, eq(products.id, channelListings.productId))
    .leftJoin(deviceModels, eq(deviceModels.key, products.modelKey))
    .where(and(eq(channelListings.channelId, channelId), inArray(channelListings.productId, productIds)));
  return rows.map(({ product, options, gtin, mpn, ...row }) => ({
    ...row,
    product: product && { ...product, options: options ?? {}, gtin, mpn },
  }));
}

export type ReadOffer = Awaited<ReturnType<typeof readOffers>>[number];

/** Specifications that are sent beside the options. */
const maxSpecifications = 20;

/** Returns a product as channels take it. */
export function offerOf(
  product: NonNullable<ReadOffer['product']>,
  figures: { sku: string; quantity: number; priceCents: Cents },
  publicUrl: string,
): Offer {
  const { name, description, brand, condition, origin, categoryId, images, gtin, mpn } = product;
  const specifications = Object.entries(product.specifications).slice(0, maxSpecifications);
  const options = optionAxes.flatMap((axis) => {
    const value = product.options[axis];
    return value === undefined ? [] : [[axisLabels[axis], String(value)]];
  });
  return {
    ...figures,
    title: name,
    description,
    brand,
    condition,
    origin,
    categoryId,
    gtin,
    mpn,
    imageUrls: images.map((url) => new URL(sharingImageUrl(url), publicUrl).href),
    properties: Object.fromEntries([...specifications, ...options]),
  };
}
