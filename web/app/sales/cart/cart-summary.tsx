import { quote } from '@reprise/contract/orders/pricing';
import { Link } from 'react-router';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { pricedLines, useCart } from './cart-store.ts';
import { FreeShippingLine } from './free-shipping-line.tsx';
import { TotalsList } from './totals-list.tsx';

/** Shows the totals of the cart and the checkout link. Renders nothing while the cart is empty. */
export function CartSummary({ children }: { children?: React.ReactNode }) {
  const settings = useStoreSettings();
  const lines = useCart((state) => state.lines);
  if (!settings || lines.length === 0) return null;
  const totals = quote(pricedLines(lines), settings);
  return (
    <section aria-label="Order summary" className="grid gap-4">
      <FreeShippingLine subtotal={totals.subtotal} threshold={settings.freeShippingThreshold} />
      <TotalsList
        totals={{ ...totals, taxIncluded: settings.pricesIncludeTax }}
        shippingLabel={settings.carrierRates ? 'Estimated shipping' : 'Standard shipping'}
        taxLabel={settings.taxByAddress || settings.taxRates.length > 0 ? 'Estimated tax' : 'Tax'}
      />
      <Link to="/checkout" className={buttonClass({ size: 'lg', wide: true })}>
        Go to checkout
      </Link>
      {children}
    </section>
  );
}
