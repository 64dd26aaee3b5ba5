import type { CallInput } from '@reprise/contract/endpoint';
import type { Country } from '@reprise/contract/orders/order';
import {
  type checkoutRateEndpoints,
  quotedMinutes,
  type ShippingQuote,
} from '@reprise/contract/shipping/checkout-rates';
import type { CarrierRate } from '@reprise/contract/shipping/labels';
import { parcelOf } from '@reprise/contract/shipping/parcel';
import type { Deps } from '../../deps.ts';
import { minuteMs, secondMs } from '../../platform/time.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { type AccountDeps, openCarrier } from './carrier-account.ts';
import { carrierAddressOf } from './carrier-address.ts';
import { customsItems, readCartLines } from './parcel-lines.ts';
import { signQuote } from './shipping-quote.ts';

type Asked = CallInput<typeof checkoutRateEndpoints.quoteShipping>['body'];

/** A customer waits no longer for rates. */
const waitMs = 6 * secondMs;

/**
 * Returns what the carriers charge for a cart at an address: the cheapest rate as standard shipping, the cheapest one
 * within the express days of the settings as express. Null where the rates of the settings count.
 */
export async function quoteCheckout(
  deps: AccountDeps & Pick<Deps, 'log'>,
  asked: Asked,
): Promise<ShippingQuote | null> {
  const settings = await readSettings(deps.db);
  if (!settings.carrierRates) return null;
  const rates = await ratesWithin(deps, asked, waitMs);
  const [cheapest] = rates;
  if (!cheapest) return null;
  const fast = rates.find(({ days }) => days !== null && days <= settings.expressDays);
  const quoted = {
    standardShippingRate: cheapest.price,
    expressShippingRate: fast?.price ?? settings.expressShippingRate,
  };
  const until = new Date(deps.now().getTime() + quotedMinutes * minuteMs);
  const token = signQuote(deps.secret, asked, quoted, until);
  return { token, ...quoted, expiresAt: until.toISOString() };
}

/** Returns the rates of the carriers, cheapest first; none if they do not answer in time. */
async function ratesWithin(
  deps: AccountDeps & Pick<Deps, 'log'>,
  asked: Asked,
  ms: number,
): Promise<CarrierRate[]> {
  const { promise: timeout, resolve } = Promise.withResolvers<CarrierRate[]>();
  const timer = setTimeout(() => resolve([]), ms);
  const rates = ratesOf(deps, asked).catch((error) => {
    deps.log.warn({ err: error }, 'rates of carriers failed, those of the settings count');
    return [];
  });
  try {
    return await Promise.race([rates, timeout]);
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

/** Rates depend on the place alone. */
const recipientAt = (place: { city: string; state: string; zipCode: string; country: Country }) =>
  carrierAddressOf({ name: 'Customer', street: '', street2: '', phone: '', ...place });
