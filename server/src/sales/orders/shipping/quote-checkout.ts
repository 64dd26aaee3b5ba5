import type { Country } from '@reprise/contract/countries';
import type { CallInput } from '@reprise/contract/endpoint';
import {
  type checkoutRateEndpoints,
  quotedMinutes,
  type ShippingQuote,
} from '@reprise/contract/sales/orders/shipping/checkout-rates';
import type { CarrierRate } from '@reprise/contract/sales/orders/shipping/labels';
import { parcelOf } from '@reprise/contract/sales/orders/shipping/parcel';
import { ratesIn } from '@reprise/contract/sales/orders/shipping/zones';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { minuteMs, secondMs } from '../../../platform/time.ts';
import { assertShipsTo } from '../addresses/assert-address.ts';
import { taxRateAt } from '../tax/tax-rates.ts';
import { type AccountDeps, openCarrier } from './carrier-account.ts';
import { carrierAddressOf } from './carrier-address.ts';
import { customsItems, readCartLines } from './parcel-lines.ts';
import { signQuote } from './shipping-quote.ts';

type Asked = CallInput<typeof checkoutRateEndpoints.quoteShipping>['body'];

/** A customer waits no longer for rates. */
const waitMs = 6 * secondMs;

/**
 * Returns what the carriers charge for a cart at an address, the cheapest rate as standard shipping and the cheapest one
 * within the express days of the settings as express, and the tax there. Null where the settings count for both.
 */
export async function quoteCheckout(
  deps: AccountDeps & Pick<Deps, 'log'>,
  asked: Asked,
): Promise<ShippingQuote | null> {
  const store = await readSettings(deps.db);
  const { pickup } = store;
  // An order that is collected has the tax of the counter, in whatever country it is.
  if (!pickup?.isOffered || asked.country !== pickup.country) assertShipsTo(store, asked.country);
  const settings = ratesIn(store, asked.country);
  const { items: _, ...place } = asked;
  const [rates, taxBasisPoints] = await Promise.all([
    settings.carrierRates ? answerWithin(deps, waitMs, ratesOf(deps, asked)) : null,
    settings.taxByAddress ? askTaxRate(deps, place) : null,
  ]);
  const [cheapest] = rates ?? [];
  if (!cheapest && taxBasisPoints === null) return null;
  const fast = rates?.find(({ days }) => days !== null && days <= settings.expressDays);
  const quoted = {
    standardShippingRate: cheapest?.price ?? settings.standardShippingRate,
    expressShippingRate: fast?.price ?? settings.expressShippingRate,
  };
  const until = new Date(deps.now().getTime() + quotedMinutes * minuteMs);
  const tax = taxBasisPoints === null ? {} : { taxBasisPoints };
  const token = signQuote(deps.secret, asked, { ...quoted, ...tax }, until);
  return { token, ...quoted, taxBasisPoints, expiresAt: until.toISOString() };
}

type Place = { city: string; state: string; zipCode: string; country: Country };

/** Returns the rate of the tax service at a place; null if it does not answer in time. */
export const askTaxRate = (deps: AccountDeps & Pick<Deps, 'log'>, place: Place): Promise<number | null> =>
  answerWithin(deps, waitMs, taxRateAt(deps, recipientAt(place)));

/** Returns the answer of a service; null if it fails or takes longer. */
async function answerWithin<T>(
  { log }: Pick<Deps, 'log'>,
  ms: number,
  asking: Promise<T>,
): Promise<T | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), ms);
  const answer = asking.catch((error: unknown) => {
    log.warn({ err: error }, 'no rates for a checkout, those of the settings count');
    return null;
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function ratesOf(deps: AccountDeps, { items, ...place }: Asked): Promise<CarrierRate[]> {
  const opened = await openCarrier(deps);
  const lines = opened ? await readCartLines(deps.db, items) : [];
  if (!opened || lines.length === 0) return [];
  const { carrier, sender, packaging } = opened;
  const { rates } = await carrier.quote({
    reference: 'checkout',
    from: sender,
    to: recipientAt(place),
    parcel: parcelOf(lines, packaging),
    items: customsItems(lines, packaging),
  });
  return rates;
}

/** Rates and tax depend on the place alone. */
const recipientAt = (place: Place) =>
  carrierAddressOf({ name: 'Customer', street: '', street2: '', phone: '', ...place });
