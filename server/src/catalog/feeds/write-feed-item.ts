import type { FeedGap, FeedKind } from '@reprise/contract/catalog/feeds';
import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import {
  conditionLabels,
  conditionMeanings,
  type Origin,
} from '@reprise/contract/catalog/products/conditions';
import { optionLine } from '@reprise/contract/catalog/products/option-line';
import { sharingImageUrl } from '@reprise/contract/catalog/products/shared-image';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { type Cents, storeCurrency, toDecimal } from '@reprise/contract/money';
import type { Rates } from '@reprise/contract/sales/orders/pricing';
import { shippingFor } from '@reprise/contract/sales/orders/shipping/shipping-rate';
import { ratesIn, type ZoneTable } from '@reprise/contract/sales/orders/shipping/zones';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import type { FeedItem } from './feed-items.queries.ts';

// Limits of Google's product data specification, which the other services share.
const maxSku = 50;
const maxTitle = 150;
const maxDescription = 5000;
const maxMoreImages = 10;
const maxBrand = 70;
const maxOption = 100;
const maxCategory = 750;
const maxReturnLabel = 100;
const maxDetail = 1000;
const maxHighlight = 150;
const highlightCounts = { min: 2, max: 10 };

/** Returns the reason for which the services refuse a product; null if they take it. */
export function feedGapOf({ sku, images, priceCents }: FeedItem): FeedGap | null {
  if (images.length === 0) return 'no-image';
  if (priceCents === 0) return 'no-price';
  return sku.length > maxSku ? 'long-sku' : null;
}

export type FeedContext = {
  kind: FeedKind;
  publicUrl: string;
  settings: ShippingTerms;
  /** Categories with a return policy of their own; the owner gives the policy in Merchant Center this label. */
  returnLabels: Set<string>;
};

type ShippingTerms = Rates &
  ZoneTable &
  Pick<PublicSettings, 'shipTo' | 'shipToCodes' | 'lacksShippingRates'>;

/** Returns the `item` element of a product after Google's product data specification. */
export function writeFeedItem(item: FeedItem, context: FeedContext): string {
  const { kind, publicUrl, settings, returnLabels } = context;
  const [image = '', ...moreImages] = item.images.map((url) => new URL(sharingImageUrl(url), publicUrl).href);
  const { color, colorHex: _, ...sizes } = item.options ?? {};
  const fields: [name: string, value: string | null | undefined][] = [
    ['id', item.sku],
    ['title', titleOf(item)],
    ['description', cut(item.description || item.name, maxDescription)],
    ['link', `${publicUrl}/product/${item.slug}`],
    ['image_link', image],
    ...moreImages.slice(0, maxMoreImages).map((url): [string, string] => ['additional_image_link', url]),
    ['availability', availability(kind, item.isInStock)],
    ['price', amount(item.price)],
    ['sale_price', item.sale && amount(item.sale.price)],
    ['sale_price_effective_date', item.sale && `${minute(item.sale.startsAt)}/${minute(item.sale.endsAt)}`],
    ['condition', isRefurbished(item) ? 'refurbished' : 'used'],
    ['brand', cut(item.brand, maxBrand)],
    ['gtin', item.gtin],
    ['mpn', item.mpn],
    ['identifier_exists', item.gtin || item.mpn ? null : 'no'],
    ['item_group_id', groupOf(item)],
    ['color', color && cut(color, maxOption)],
    ['size', cut(optionLine(sizes), maxOption)],
    ['product_type', item.category && cut(item.category, maxCategory)],
    [
      'return_policy_label',
      kind === 'google' && returnLabels.has(item.category ?? '')
        ? cut(item.category ?? '', maxReturnLabel)
        : null,
    ],
    ...highlightsOf(item).map((text): [string, string] => ['product_highlight', text]),
  ];
  const elements = fields.flatMap(([name, value]) => (value ? [element(name, value)] : []));
  const details = detailsOf(item).map(productDetail).join('');
  return `<item>${elements.join('')}${details}${shipping(item.priceCents, settings)}</item>\n`;
}

/** Starts the file; `title` is the name of the store. */
export const feedHead = (title: string, publicUrl: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` +
  `<title>${text(title)}</title><link>${text(publicUrl)}</link><description>${text(title)}</description>\n`;

export const feedEnd = '</channel></rss>\n';

/** Returns the name with the grade; one of several equal items has its SKU as well. */
function titleOf({ name, sku, condition, origin, isTwin }: FeedItem): string {
  const end = `, ${conditionText(condition, origin)}${isTwin ? `, ${sku}` : ''}`;
  return cut(name, maxTitle - end.length) + end;
}

const originCodes: Record<Origin, string> = {
  'certified-refurbished': 'c',
  'open-box': 'o',
  'pre-owned': 'p',
};

/**
 * Returns the group of the family and the grade, since items of a group must differ by color, size or another variant
 * attribute, and the grade is none. Null for a family of one and for the second of two equal items.
 */
function groupOf({ id, familyId, condition, origin, isTwin }: FeedItem): string | null {
  return familyId === id || isTwin ? null : `${familyId}-${condition}-${originCodes[origin]}`;
}

type Detail = [section: string, name: string, value: string];

function detailsOf({ condition, origin, batteryHealth, warranty }: FeedItem): Detail[] {
  return [
    ['Condition', 'Grade', conditionText(condition, origin)],
    ['Condition', 'Meaning of the grade', conditionMeanings[condition]],
    ...(batteryHealth === null ? [] : [['Battery', 'Least capacity', `${batteryHealth}% of new`] as Detail]),
    ...(warranty.duration ? [['Warranty', 'Duration', warranty.duration] as Detail] : []),
    ...(warranty.type ? [['Warranty', 'Type', warranty.type] as Detail] : []),
  ];
}

const productDetail = ([section, name, value]: Detail) =>
  `<g:product_detail>${element('section_name', section)}${element('attribute_name', name)}` +
  `${element('attribute_value', cut(value, maxDetail))}</g:product_detail>`;

/** Returns short facts of the product; [] if there are fewer than the services take. */
function highlightsOf({ condition, batteryHealth, features }: FeedItem): string[] {
  const facts = [
    `${conditionLabels[condition]}: ${conditionMeanings[condition]}`,
    ...(batteryHealth === null ? [] : [`Battery with at least ${batteryHealth}% of its first capacity`]),
    ...features,
  ];
  return facts.length < highlightCounts.min
    ? []
    : facts.slice(0, highlightCounts.max).map((fact) => cut(fact, maxHighlight));
}

/** Returns a time as the services take it: "2026-11-27T08:00Z". */
const minute = (time: Date) => `${time.toISOString().slice(0, 16)}Z`;

const isRefurbished = ({ condition, origin }: FeedItem) =>
  condition === 'refurbished' || origin === 'certified-refurbished';

/** Google has words with underscores, the others with blanks. */
function availability(kind: FeedKind, isInStock: boolean): string {
  const words = isInStock ? 'in stock' : 'out of stock';
  return kind === 'google' ? words.replaceAll(' ', '_') : words;
}

const amount = (price: Cents) => `${toDecimal(price)} ${storeCurrency().code}`;

/** Standard shipping to each country; nothing of a store that has no rates yet. */
function shipping(price: Cents, settings: ShippingTerms): string {
  if (settings.lacksShippingRates) return '';
  return settings.shipTo
    .map((country, index) => {
      const rate = shippingFor(price, ratesIn(settings, country), 'standard');
      return element('country', settings.shipToCodes[index] ?? '') + element('price', amount(rate));
    })
    .map((elements) => `<g:shipping>${elements}</g:shipping>`)
    .join('');
}

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
