import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { ratesOfCountry } from '@reprise/contract/sales/orders/country-rates';
import { quote, type Rates, takeTaxOff } from '@reprise/contract/sales/orders/pricing';
import { lazy, Suspense } from 'react';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCartCountry } from './cart-country.tsx';
import { type CartLine, pricedLines, useCart } from './cart-store.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { FreeShippingLine } from './free-shipping-line.tsx';
import { PriceNote } from './price-note.tsx';
import { TotalsList } from './totals-list.tsx';

/** Loaded when it is chosen, with the table of states that its tax depends on. */
const CollectedTotals = lazy(() => import('./collected-totals.tsx'));

/** Shows the totals of the cart and the checkout link. Renders nothing while the cart is empty. */
export function CartSummary({ children }: { children?: React.ReactNode }) {
  const settings = useStoreSettings();
  const isEmpty = useCart((state) => state.lines.length === 0);
  if (!settings || isEmpty) return null;
  return <Summary settings={settings}>{children}</Summary>;
}

function Summary({ settings, children }: { settings: PublicSettings; children: React.ReactNode }) {
  const lines = useCart((state) => state.lines);
  const { country, isCollected, select } = useCartCountry(settings);
  return (
    <section aria-label="Order summary" className="grid gap-4">
      {select}
      {settings.lacksShippingRates && <NoOrdersYet />}
      {!settings.lacksShippingRates && country !== undefined && (
        <Totals lines={lines} settings={ratesOfCountry(settings, country)}>
          {isTaxedByAddress(settings, country) && (
            <p className="text-ink-muted text-sm">The tax depends on your address; the checkout shows it.</p>
          )}
        </Totals>
      )}
      {!settings.lacksShippingRates && isCollected && settings.pickup && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <CollectedTotals lines={lines} settings={settings} counter={settings.pickup} />
        </Suspense>
      )}
      {children}
    </section>
  );
}

const isTaxedByAddress = ({ taxByAddress, taxRates }: PublicSettings, country: string) =>
  taxByAddress || taxRates.some((rate) => rate.country === country && rate.state !== '');

/** In place of totals that would call shipping free. */
function NoOrdersYet() {
  return (
    <p role="status" className="rounded-tile border border-line bg-warn-tint px-4 py-3 text-sm">
      This store is not taking orders yet: it has no shipping rates. Your cart is saved.
    </p>
  );
}

type TotalsProps = {
  lines: CartLine[];
  settings: PublicSettings & Pick<Rates, 'taxOff'>;
  children: React.ReactNode;
};

function Totals({ lines, settings, children }: TotalsProps) {
  const { lines: charged, rates } = takeTaxOff({ lines: pricedLines(lines), rates: settings });
  const totals = quote(charged, rates);
  return (
    <>
      <FreeShippingLine subtotal={totals.subtotal} threshold={rates.freeShippingThreshold} />
      <PriceNote isCharged />
      <TotalsList
        totals={{ ...totals, taxIncluded: rates.pricesIncludeTax }}
        shippingLabel={settings.carrierRates ? 'Estimated shipping' : 'Standard shipping'}
        taxLabel={settings.taxByAddress || settings.taxRates.length > 0 ? 'Estimated tax' : 'Tax'}
      />
      {children}
      <CheckoutLink />
    </>
  );
}
