import { type Country, requiredPartsOf } from '@reprise/contract/countries';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import type { Rates } from '@reprise/contract/sales/orders/pricing';
import type { ShippingQuote } from '@reprise/contract/sales/orders/shipping/checkout-rates';
import { ratesIn, type ZoneTable } from '@reprise/contract/sales/orders/shipping/zones';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '../../../api/browser-api.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import type { CartLine } from '../../cart/cart-store.ts';
import { toOrderItem } from '../../cart/to-order-item.ts';
import type { CheckedForm, CheckoutForm } from '../checkout-form.ts';

type Terms = Rates &
  ZoneTable &
  Pick<PublicSettings, 'pickup'> & { carrierRates: boolean; taxByAddress: boolean };

type Place = { city: string; state: string; zipCode: string; country: Country };

const placeOf = ({ city, state, zipCode, country }: Place): Place => ({ city, state, zipCode, country });

/** Pause in typing after which the carriers are asked. */
const pauseMs = 600;
/** Time before the end of the rates at which they are asked for again. */
const marginMs = 60_000;

/** Rates of the zone with those of the quote; `token` is the quote for the order. */
type QuotedTerms<S> = { rates: S; token: string | undefined; isAsking: boolean };

/**
 * Asks for shipping rates and tax once the address is complete, and again before they end. Without an answer the
 * rates of the zone count.
 */
export function useCarrierRates<S extends Terms>(
  store: S,
  lines: CartLine[],
  form: Pick<UseFormReturn<CheckoutForm, unknown, CheckedForm>, 'watch'>,
): QuotedTerms<S> {
  const [city, state, zipCode, country] = form.watch(['city', 'state', 'zipCode', 'country']);
  const counter = form.watch('shippingMethod') === 'pickup' ? store.pickup : null;
  const place = placeOf(counter ?? { city, state, zipCode, country });
  // The zone is chosen here: rates of a quote take its place.
  const settings = { ...ratesIn(store, place.country), shippingZones: [] };
  // No carrier comes to the counter.
  const isAsked = (settings.carrierRates && !counter) || settings.taxByAddress;
  const question = isAsked ? questionOf(lines, place) : '';
  const settled = useDebounced(question, pauseMs);
  const [answer, setAnswer] = useState<{ question: string; quote: ShippingQuote | null } | null>(null);
  useEffect(() => {
    if (settled === '') return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const body = JSON.parse(settled) as ReturnType<typeof bodyOf>;
      const { quote } = await api
        .quoteShipping({ body }, { signal: abort.signal })
        .catch(() => ({ quote: null }));
      if (abort.signal.aborted) return;
      setAnswer({ question: settled, quote });
      if (quote) timer = setTimeout(ask, Date.parse(quote.expiresAt) - Date.now() - marginMs);
    };
    void ask();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [settled]);
  const quote = answer !== null && answer.question === question ? answer.quote : null;
  if (!quote) {
    const isAsking = question !== '' && answer?.question !== question;
    return { rates: settings, token: undefined, isAsking };
  }
  const { token, standardShippingRate, expressShippingRate, taxBasisPoints } = quote;
  const quoted = { ...settings, standardShippingRate, expressShippingRate };
  // The tax of the address takes the place of the whole table.
  const rates = taxBasisPoints === null ? quoted : { ...quoted, taxBasisPoints, taxRates: [] };
  return { rates, token, isAsking: false };
}

/** Returns the body of the call as text, so that it can be compared; empty while the address is incomplete. */
function questionOf(lines: CartLine[], place: Place): string {
  const isComplete = requiredPartsOf(place.country).every((part) => place[part].trim() !== '');
  return isComplete && lines.length > 0 ? JSON.stringify(bodyOf(lines, place)) : '';
}

function bodyOf(lines: CartLine[], { city, state, zipCode, country }: Place) {
  return {
    items: lines.map(toOrderItem),
    city,
    state,
    zipCode,
    country,
  };
}
