import type { FeedGap, FeedKind } from '@reprise/contract/catalog/feeds';
import { optionLine } from '@reprise/contract/catalog/option-line';
import { sharingImageUrl } from '@reprise/contract/catalog/shared-image';
import { type Cents, centsToDollars } from '@reprise/contract/money';
import { type Rates, shippingFor } from '@reprise/contract/orders/pricing';
import { escapeMarkup } from '../platform/escape-markup.ts';
import type { FeedItem } from './feed-items.queries.ts';

// Limits of Google's product data specification, which the other services share.
const maxSku = 50;
const maxTitle = 150;
const maxDescription = 5000;
const maxMoreImages = 10;

/** Returns the reason for which the services refuse a product; null if they take it. */
export function feedGapOf({ sku, images, priceCents }: FeedItem): FeedGap | null {
  if (images.length === 0) return 'no-image';
  if (priceCents === 0) return 'no-price';
  return sku.length > maxSku ? 'long-sku' : null;
}

export type FeedContext = { kind: FeedKind; publicUrl: string; rates: Rates };

/** Returns the `item` element of a product after Google's product data specification. */
export function writeFeedItem(item: FeedItem, { kind, publicUrl, rates }: FeedContext): string {
  const [image = '', ...moreImages] = item.images.map((url) => new URL(sharingImageUrl(url), publicUrl).href);
  const { color, colorHex: _, ...sizes } = item.options ?? {};
  const fields: [name: string, value: string | null | undefined][] = [
    ['id', item.sku],
    ['title', cut(item.name, maxTitle)],
    ['description', cut(item.description || item.name, maxDescription)],
    ['link', `${publicUrl}/product/${item.slug}`],
    ['image_link', image],
    ...moreImages.slice(0, maxMoreImages).map((url): [string, string] => ['additional_image_link', url]),
    ['availability', availability(kind, item.isInStock)],
    ['price', amount(item.price)],
    ['sale_price', item.salePrice && amount(item.salePrice)],
    ['condition', isRefurbished(item) ? 'refurbished' : 'used'],
    ['brand', item.brand],
    ['gtin', item.gtin],
    ['mpn', item.mpn],
    ['identifier_exists', item.gtin || item.mpn ? null : 'no'],
    // A family of one has no variants.
    ['item_group_id', item.familyId === item.id ? null : item.familyId],
    ['color', color],
    ['size', optionLine(sizes)],
    ['product_type', item.category],
  ];
  const elements = fields.flatMap(([name, value]) => (value ? [element(name, value)] : []));
  return `<item>${elements.join('')}${shipping(shippingFor(item.priceCents, rates, 'standard'))}</item>\n`;
}

/** Starts the file; `title` is the name of the store. */
export const feedHead = (title: string, publicUrl: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` +
  `<title>${text(title)}</title><link>${text(publicUrl)}</link><description>${text(title)}</description>\n`;

export const feedEnd = '</channel></rss>\n';

const isRefurbished = ({ condition, origin }: FeedItem) =>
  condition === 'refurbished' || origin === 'certified-refurbished';

/** Google has words with underscores, the others with blanks. */
function availability(kind: FeedKind, isInStock: boolean): string {
  const words = isInStock ? 'in stock' : 'out of stock';
  return kind === 'google' ? words.replaceAll(' ', '_') : words;
}

const amount = (price: Cents) => `${centsToDollars(price).toFixed(2)} USD`;

const shipping = (rate: Cents) =>
  `<g:shipping>${element('country', 'US')}${element('price', amount(rate))}</g:shipping>`;

const element = (name: string, value: string) => `<g:${name}>${text(value)}</g:${name}>`;

/** Matches characters that no XML 1.0 file may contain, not even escaped. */
const illegal = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

const text = (value: string) => escapeMarkup(value.replace(illegal, ''));

/** Cuts by whole characters, so that no half of a surrogate pair stays. */
const cut = (value: string, length: number) =>
  value.length <= length
    ? value
    : [...value]
        .slice(0, length - 1)
        .join('')
        .concat('…');
