import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { type Cents, formatMoney } from '@reprise/contract/money';
import {
  deliveryDaysText,
  earliestDeliveryText,
  processingDays,
} from '@reprise/contract/sales/orders/delivery';
import { percentOfBasisPoints } from '@reprise/contract/sales/orders/pricing';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { homeNote, homeRates, ratesIn, zoneOf } from '@reprise/contract/sales/orders/shipping/zones';
import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { AddressLines } from '../../forms/address/address-lines.tsx';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/shipping-page';
import { countryList } from './country-list.ts';
import { FactTable, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'shipping' } });
  return { own: blocks };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Shipping',
    description: 'What shipping costs, when it is free, how long it takes and where we ship.',
    path: '/shipping',
  });

export default function ShippingPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Shipping"
      own={loaderData.own}
      lead={(settings) => {
        if (settings.lacksShippingRates)
          return 'The store has not set its shipping rates yet, so it takes no orders.';
        if (settings.shippingZones.length > 0)
          return 'What shipping costs and how long it takes depends on the country.';
        const otherwise = settings.carrierRates
          ? 'Otherwise it costs what our carriers charge'
          : `Otherwise it costs ${formatMoney(settings.standardShippingRate)}`;
        return `Standard shipping is free when your order exceeds ${formatMoney(settings.freeShippingThreshold)}. ${otherwise}.`;
      }}
    >
      {(settings) => (
        <>
          {!settings.lacksShippingRates && <Costs settings={settings} />}
          <TextSection title="How long it takes">
            <Days settings={settings} />
            <p>
              Product pages, the checkout and your order show the estimated delivery as two dates. At the
              earliest, a standard order arrives {earliestDeliveryText(homeRates(settings), 'standard')} after
              you place it, an express order {earliestDeliveryText(homeRates(settings), 'express')}
              {homeNote(settings)}. The second date allows for the longest processing and shipping times.
            </p>
          </TextSection>
          {settings.pickup?.isOffered && (
            <TextSection title={pickupLabel}>
              <p>
                <AddressLines to={settings.pickup} />
              </p>
              <p className="whitespace-pre-line">{settings.pickup.hours}</p>
              {settings.pickup.instructions && (
                <p className="whitespace-pre-line">{settings.pickup.instructions}</p>
              )}
              <p>
                {settings.pickup.price === 0
                  ? 'Collecting is free.'
                  : `Collecting costs ${formatMoney(settings.pickup.price)}.`}{' '}
                Choose it at the checkout, whatever your country, and wait for our email that your order is
                ready.
              </p>
            </TextSection>
          )}
          <TextSection title="Where we ship">
            <p>We ship to {countryList(settings.shipTo)}.</p>
          </TextSection>
          <TextSection title="Tracking">
            <p>
              When your order ships, we email you the tracking number. With it you can{' '}
              <Link to="/track" className="text-link">
                track your order
              </Link>{' '}
              here, with or without an account.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}

function Costs({ settings }: { settings: PublicSettings }) {
  return (
    <TextSection title="What it costs">
      {zonesOf(settings).map(({ name, terms }) => (
        <Rates key={name} name={name} terms={terms} />
      ))}
      <p className="text-ink-muted text-sm">
        Your order’s subtotal counts{settings.pricesIncludeTax ? '.' : ', before tax.'}{' '}
        {taxSentence(settings)} You see every amount before you pay.
      </p>
    </TextSection>
  );
}

type Zone = { name: string; terms: PublicSettings };

/** Returns the zones with their rates, and everywhere else as one of them; a store without zones has one without a name. */
function zonesOf(settings: PublicSettings): Zone[] {
  const { shippingZones, shipTo } = settings;
  if (shippingZones.length === 0) return [{ name: '', terms: settings }];
  const zones = shippingZones.map(({ name, countries }) => ({
    name: `${name}: ${countries.join(', ')}`,
    terms: ratesIn(settings, countries[0]),
  }));
  const elsewhere = shipTo.filter((country) => !zoneOf(settings, country));
  return elsewhere.length > 0 ? [...zones, { name: elsewhere.join(', '), terms: settings }] : zones;
}

function Rates({ name, terms }: Zone) {
  const threshold = formatMoney(terms.freeShippingThreshold);
  return (
    <div className="grid gap-2">
      {name && <h3 className="mt-2 font-semibold text-base">{name}</h3>}
      <FactTable
        rows={[
          [`Standard, orders over ${threshold}`, 'Free'],
          [`Standard, orders up to ${threshold}`, priceText(terms, terms.standardShippingRate)],
          ['Express', priceText(terms, terms.expressShippingRate)],
        ]}
      />
    </div>
  );
}

function Days({ settings }: { settings: PublicSettings }) {
  const daysOf = (terms: PublicSettings, standard: string) =>
    `${standard} ${deliveryDaysText(terms, 'standard')}, express ${deliveryDaysText(terms, 'express')}`;
  if (settings.shippingZones.length === 0) {
    return (
      <p>
        Processing takes {processingDays}. {daysOf(settings, 'Standard shipping then takes')}.
      </p>
    );
  }
  return (
    <>
      <p>Processing takes {processingDays}. Shipping then takes:</p>
      <ul>
        {zonesOf(settings).map(({ name, terms }) => (
          <li key={name}>
            {name}: {daysOf(terms, 'standard')}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Rates of carriers depend on the parcel and the address. */
const priceText = ({ carrierRates }: PublicSettings, rate: Cents) =>
  carrierRates ? 'By weight and address' : formatMoney(rate);

type TaxTerms = Pick<PublicSettings, 'taxBasisPoints' | 'taxRates' | 'taxByAddress' | 'pricesIncludeTax'>;

function taxSentence({ taxBasisPoints, taxRates, taxByAddress, pricesIncludeTax }: TaxTerms): string {
  if (pricesIncludeTax) return 'Prices include tax.';
  if (taxByAddress || taxRates.length > 0) return 'The tax that is added depends on the address.';
  return taxBasisPoints === 0
    ? 'No tax is added.'
    : `Tax of ${percentOfBasisPoints(taxBasisPoints)}% is added to the subtotal.`;
}
