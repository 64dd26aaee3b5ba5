import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { type Cents, formatMoney } from '@reprise/contract/money';
import { percentOfBasisPoints } from '@reprise/contract/orders/pricing';
import {
  deliveryDaysText,
  earliestDeliveryText,
  processingDays,
} from '@reprise/contract/sales/orders/delivery';
import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/shipping-page';
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
        const otherwise = settings.carrierRates
          ? 'Otherwise it costs what our carriers charge'
          : `Otherwise it costs ${formatMoney(settings.standardShippingRate)}`;
        return `Standard shipping is free when your order exceeds ${formatMoney(settings.freeShippingThreshold)}. ${otherwise}.`;
      }}
    >
      {(settings) => (
        <>
          <TextSection title="What it costs">
            <FactTable
              rows={[
                [`Standard, orders over ${formatMoney(settings.freeShippingThreshold)}`, 'Free'],
                [
                  `Standard, orders up to ${formatMoney(settings.freeShippingThreshold)}`,
                  priceText(settings, settings.standardShippingRate),
                ],
                ['Express', priceText(settings, settings.expressShippingRate)],
              ]}
            />
            <p className="text-ink-muted text-sm">
              Your order’s subtotal counts{settings.pricesIncludeTax ? '.' : ', before tax.'}{' '}
              {taxSentence(settings)} You see every amount before you pay.
            </p>
          </TextSection>
          <TextSection title="How long it takes">
            <p>
              Processing takes {processingDays}. Standard shipping then takes{' '}
              {deliveryDaysText(settings, 'standard')}, express {deliveryDaysText(settings, 'express')}.
            </p>
            <p>
              Product pages, the checkout and your order show the estimated delivery as two dates. At the
              earliest, a standard order arrives {earliestDeliveryText(settings, 'standard')} after you place
              it, an express order {earliestDeliveryText(settings, 'express')}. The second date allows for the
              longest processing and shipping times.
            </p>
          </TextSection>
          <TextSection title="Where we ship">
            <p>We ship to the United States, Canada and the United Kingdom.</p>
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
