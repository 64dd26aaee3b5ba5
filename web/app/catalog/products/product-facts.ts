import { optionLine } from '@reprise/contract/catalog/products/option-line';
import type { Product } from '@reprise/contract/catalog/products/product';
import type {
  ConfigurationOptions,
  FamilyConfiguration,
  FamilyOffer,
  ProductFamily,
} from '@reprise/contract/catalog/products/product-family';
import { sharingImageUrl } from '@reprise/contract/catalog/products/shared-image';
import type { ReturnPolicy } from '@reprise/contract/catalog/return-policies';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { type Cents, storeCurrency, toDecimal } from '@reprise/contract/money';
import { processing, standardTransit } from '@reprise/contract/sales/orders/delivery';
import { shippingFor } from '@reprise/contract/sales/orders/shipping/shipping-rate';
import { ratesIn, zoneOf } from '@reprise/contract/sales/orders/shipping/zones';
import { withdrawalCountries, withdrawalDays } from '@reprise/contract/sales/returns/withdrawal-right';

const schema = 'https://schema.org';

/** Variants named by a group; a page of a larger family names those of the first configurations. */
const maxVariants = 30;

type Terms = Pick<
  PublicSettings,
  | 'carrierRates'
  | 'shipToCodes'
  | 'standardShippingRate'
  | 'expressShippingRate'
  | 'freeShippingThreshold'
  | 'standardDaysFrom'
  | 'standardDaysTo'
  | 'shipTo'
  | 'shippingZones'
  | 'lacksShippingRates'
>;

export type DescribedPage = {
  product: Product;
  family: ProductFamily | null;
  /** Barcode and part number of its configuration. */
  codes: { gtin: string | null; mpn: string | null };
  settings: Terms;
  /** Costs of a return are stated once the owner has saved them. */
  returns: { policy: ReturnPolicy; isSaved: boolean };
  origin: string;
};

/**
 * Returns the schema.org data of a product, the rating only if there is one. A product of a family with several offers
 * is a variant of a group, which names the others with their own pages.
 */
export function productFacts(page: DescribedPage): object {
  const { product, family, origin } = page;
  const offers = family?.configurations.flatMap(({ offers }) => offers) ?? [];
  if (!family || offers.length < 2)
    return { '@context': schema, ...variantFacts(page), ...ratingFacts(product) };
  const others = family.configurations
    .flatMap((configuration) => configuration.offers.map((offer) => ({ configuration, offer })))
    .filter(({ offer }) => offer.id !== product.id)
    .slice(0, maxVariants - 1);
  const own = family.configurations.find(({ modelKey }) => modelKey === product.modelKey);
  return {
    '@context': schema,
    '@type': 'ProductGroup',
    productGroupID: family.id,
    name: family.name,
    description: product.description,
    url: `${origin}/product/${product.slug}`,
    brand: { '@type': 'Brand', name: product.brand },
    variesBy: variedProperties(family),
    hasVariant: [
      { ...variantFacts(page), ...optionFacts(own?.options ?? {}) },
      ...others.map(({ configuration, offer }) => otherVariantFacts(configuration, offer, origin)),
    ],
    ...ratingFacts(product),
  };
}

function variantFacts({ product, codes, settings, returns, origin }: DescribedPage): object {
  const { itemCondition, offers } = offerFacts(product, origin);
  return {
    '@type': 'Product',
    name: product.name,
    description: product.description,
    sku: product.sku,
    url: `${origin}/product/${product.slug}`,
    image: product.images.map((image) => new URL(sharingImageUrl(image), origin).href),
    brand: { '@type': 'Brand', name: product.brand },
    ...(product.category !== null && { category: product.category }),
    ...(codes.gtin !== null && { gtin: codes.gtin }),
    ...(codes.mpn !== null && { mpn: codes.mpn }),
    itemCondition,
    offers: {
      ...offers,
      ...saleFacts(product),
      ...warrantyFacts(product),
      ...returnFacts(returns, settings, origin),
      ...shippingFacts(product, settings),
    },
  };
}

function otherVariantFacts(
  { name, image, options }: FamilyConfiguration,
  offer: FamilyOffer,
  origin: string,
): object {
  return {
    '@type': 'Product',
    name,
    url: `${origin}/product/${offer.slug}`,
    ...(image !== null && { image: new URL(sharingImageUrl(image), origin).href }),
    ...optionFacts(options),
    ...offerFacts(offer, origin),
  };
}

/** Returns the condition and the offer at the page of the product. */
function offerFacts(
  { slug, condition, origin: source, price, inStock }: Omit<FamilyOffer, 'id'>,
  origin: string,
) {
  const refurbished = condition === 'refurbished' || source === 'certified-refurbished';
  const itemCondition = `${schema}/${refurbished ? 'RefurbishedCondition' : 'UsedCondition'}`;
  return {
    itemCondition,
    offers: {
      '@type': 'Offer',
      url: `${origin}/product/${slug}`,
      price: toDecimal(price),
      priceCurrency: storeCurrency().code,
      itemCondition,
      availability: `${schema}/${inStock ? 'InStock' : 'OutOfStock'}`,
    },
  };
}

/** Returns the end of a sale, and its former price, the only one that search engines may strike through. */
function saleFacts({ formerPrice, saleEndsAt }: Product): object {
  return {
    ...(saleEndsAt !== null && { priceValidUntil: saleEndsAt.slice(0, 10) }),
    ...(formerPrice !== null && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: `${schema}/StrikethroughPrice`,
        price: toDecimal(formerPrice),
        priceCurrency: storeCurrency().code,
      },
    }),
  };
}

/** Codes of UN/CEFACT. */
const unitCodes: Record<string, string> = { day: 'DAY', week: 'WEE', month: 'MON', year: 'ANN' };

/** Returns the warranty if its duration is a number of days, weeks, months or years. */
function warrantyFacts({ warranty }: Product): object {
  const [, value, unit = ''] = /^(\d{1,5}) (day|week|month|year)s?$/i.exec(warranty.duration) ?? [];
  if (value === undefined || Number(value) === 0) return {};
  return {
    warranty: {
      '@type': 'WarrantyPromise',
      durationOfWarranty: quantity(Number(value), unitCodes[unit.toLowerCase()]),
    },
  };
}

const quantity = (value: number, unitCode = 'DAY') => ({ '@type': 'QuantitativeValue', value, unitCode });

/**
 * Returns the policy for the product; nothing for a shop that states no days and has saved no policy. Customers of
 * countries with a right of withdrawal have its days also where the policy gives fewer or takes back defects only.
 */
function returnFacts(
  { policy, isSaved }: DescribedPage['returns'],
  { shipTo, shipToCodes }: Terms,
  origin: string,
): object {
  if (policy.days === 0 && !isSaved) return {};
  const { changeOfMind, labelBy, restockingPercent } = policy;
  const days = changeOfMind ? policy.days : 0;
  const returnFees = `${schema}/${labelBy === 'store' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}`;
  const restocking = restockingPercent > 0 && { restockingFee: restockingPercent };
  const withdraws = (_code: string, index: number) =>
    days < withdrawalDays && withdrawalCountries.some((country) => country === shipTo[index]);
  const inPolicy = shipToCodes.filter((code, index) => !withdraws(code, index));
  const policies = [
    { countries: inPolicy, days, fees: { returnFees, ...restocking } },
    { countries: shipToCodes.filter(withdraws), days: withdrawalDays, fees: { returnFees } },
  ].filter(({ countries }) => countries.length > 0);
  const facts = policies.map(({ countries, days, fees }) => ({
    '@type': 'MerchantReturnPolicy',
    applicableCountry: countries,
    ...(days > 0
      ? {
          returnPolicyCategory: `${schema}/MerchantReturnFiniteReturnWindow`,
          merchantReturnDays: days,
          ...(isSaved && fees),
        }
      : { returnPolicyCategory: `${schema}/MerchantReturnNotPermitted` }),
    merchantReturnLink: `${origin}/returns`,
  }));
  return facts.length === 0 ? {} : { hasMerchantReturnPolicy: facts.length === 1 ? facts[0] : facts };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `${schema}/${day}`);

/** Returns rates and days of standard shipping for the product alone, by zone; nothing where carriers set the rates or there are none. */
function shippingFacts({ price }: Product, settings: Terms): object {
  if (settings.lacksShippingRates) return {};
  const codes = new Map(
    settings.shipTo.map((country, index) => [country, settings.shipToCodes[index] ?? '']),
  );
  const elsewhere = settings.shipTo.filter((country) => !zoneOf(settings, country));
  const zones = [{ countries: elsewhere }, ...settings.shippingZones].filter(
    ({ countries }) => countries.length > 0 && !ratesIn(settings, countries[0]).carrierRates,
  );
  const details = zones.map(({ countries }) =>
    zoneFacts(
      price,
      ratesIn(settings, countries[0]),
      countries.map((country) => codes.get(country) ?? ''),
    ),
  );
  return details.length === 0 ? {} : { shippingDetails: details.length === 1 ? details[0] : details };
}

function zoneFacts(price: Cents, terms: Terms, countryCodes: string[]): object {
  const days = ({ from, to }: { from: number; to: number }) => ({
    '@type': 'QuantitativeValue',
    minValue: from,
    maxValue: to,
    unitCode: 'DAY',
  });
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: toDecimal(shippingFor(price, terms, 'standard')),
      currency: storeCurrency().code,
    },
    shippingDestination: countryCodes.map((code) => ({
      '@type': 'DefinedRegion',
      addressCountry: code,
    })),
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      businessDays: { '@type': 'OpeningHoursSpecification', dayOfWeek: weekdays },
      handlingTime: days(processing),
      transitTime: days(standardTransit(terms)),
    },
  };
}

/** Returns the color, and all other options as the size: schema.org has no property for storage. */
function optionFacts({ color, colorHex: _, ...sizes }: ConfigurationOptions): object {
  const size = optionLine(sizes);
  return { ...(color !== undefined && { color }), ...(size !== '' && { size }) };
}

function variedProperties({ configurations }: ProductFamily): string[] {
  const isVaried = (values: (string | undefined)[]) => new Set(values).size > 1;
  const { options, offers } = {
    options: configurations.map(({ options }) => options),
    offers: configurations.flatMap(({ offers }) => offers),
  };
  return [
    ...(isVaried(options.map(({ color }) => color)) ? [`${schema}/color`] : []),
    ...(isVaried(options.map(({ color: _, ...sizes }) => optionLine(sizes))) ? [`${schema}/size`] : []),
    ...(isVaried(offers.map(({ condition }) => condition)) ? [`${schema}/itemCondition`] : []),
  ];
}

function ratingFacts({ rating, reviewCount }: Product): object {
  if (reviewCount === 0) return {};
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating,
      reviewCount,
      bestRating: 5,
      worstRating: 1,
    },
  };
}

export type Step = { label: string; to?: string };

/** Returns the schema.org breadcrumb list; the last step is the page itself. */
export function breadcrumbFacts(steps: Step[], origin: string): object {
  return {
    '@context': schema,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      ...(to !== undefined && { item: `${origin}${to}` }),
    })),
  };
}
