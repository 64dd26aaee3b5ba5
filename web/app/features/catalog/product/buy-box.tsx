import { newSaving, saleSaving } from '@reprise/contract/catalog/compared-prices';
import type { Product } from '@reprise/contract/catalog/product';
import { stockLevel } from '@reprise/contract/catalog/stock';
import { formatMoney } from '@reprise/contract/money';
import { quote } from '@reprise/contract/orders/pricing';
import type { PublicSettings } from '@reprise/contract/settings';
import type { DeviceChoice } from '@reprise/contract/units/device-choice';
import { lazy, type RefObject, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCalendarDay } from '../../../formats.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper.tsx';
import { BadgeDollarSign, Bell } from '../../../ui/icons/lucide.tsx';
import { LargePrice } from '../../../ui/price.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { useCart } from '../../cart/cart-store.ts';
import { CompareButton } from '../../compare/compare-controls.tsx';
import { useStoreSettings } from '../../settings/store-settings.ts';
import { WishlistButton } from '../../wishlist/wishlist-button.tsx';
import { toCardProduct } from '../card-product.ts';

// Rendered by the server; their scripts are loaded after those of the buttons.
const DeviceChooser = lazy(() => import('./device-chooser.tsx'));
const Guarantees = lazy(() => import('./guarantees.tsx'));

type BuyBoxProps = {
  product: Product;
  delivery: string;
  saleEnds?: string | null | undefined;
  /** Ref of the buttons; StickyBuyBar appears when they are out of view. */
  buttons?: RefObject<HTMLDivElement | null> | undefined;
  choice?: UnitSelection | undefined;
};

/** Devices on sale to choose from, and the chosen one. */
export type UnitSelection = {
  devices: DeviceChoice[];
  chosen: DeviceChoice | null;
  onChoose: (number: string | null) => void;
};

/** Price, delivery, stock, buttons and guarantees of a product. */
export function BuyBox({ product, delivery, saleEnds, buttons, choice }: BuyBoxProps) {
  const [quantity, setQuantity] = useState(1);
  const add = useCart((state) => state.add);
  const navigate = useNavigate();
  const settings = useStoreSettings();
  const unit = choice?.chosen?.number;
  const selectedQuantity = unit ? 1 : Math.min(quantity, Math.max(1, product.stockCount));

  const addToCart = () => add(toCardProduct(product), selectedQuantity, unit);
  const buyNow = () =>
    navigate(`/checkout?buy=${product.id}&quantity=${selectedQuantity}${unit ? `&unit=${unit}` : ''}`);
  return (
    <div className="grid gap-5">
      <div>
        <LargePrice of={product} />
        <Savings product={product} saleEnds={saleEnds} />
      </div>
      <div className="grid gap-1.5 text-sm">
        {product.inStock && settings && (
          <Delivery {...{ product, delivery, settings }} quantity={selectedQuantity} />
        )}
        <Stock count={product.stockCount} />
      </div>
      {product.inStock && choice && choice.devices.length > 0 && (
        <Suspense>
          <DeviceChooser {...choice} />
        </Suspense>
      )}
      <div ref={buttons} className="flex flex-wrap items-center gap-3 noscript:hidden">
        {product.inStock ? (
          <>
            {!unit && (
              <QuantityStepper
                label={`Quantity of ${product.name}`}
                value={selectedQuantity}
                max={product.stockCount}
                onChange={setQuantity}
              />
            )}
            <Button size="lg" className="min-w-40 flex-1" onClick={addToCart}>
              {unit ? 'Add this device' : 'Add to Cart'}
            </Button>
            <Button size="lg" variant="outline" className="min-w-32 flex-1" onClick={() => void buyNow()}>
              Buy Now
            </Button>
          </>
        ) : (
          <AlertButton
            product={product}
            kind="back-in-stock"
            className={buttonClass({ size: 'lg', variant: 'outline', wide: true })}
            icon={<Bell className="size-4.5" strokeWidth={1.75} aria-hidden="true" />}
          >
            Notify me when available
          </AlertButton>
        )}
      </div>
      <SecondaryActions product={product} />
      <p className="hidden text-sm noscript:block">
        Ordering requires JavaScript, which is turned off in this browser.
      </p>
      <Suspense>{settings && <Guarantees product={product} settings={settings} />}</Suspense>
    </div>
  );
}

const quietButton =
  'inline-flex min-h-9 items-center gap-2 rounded-control px-2.5 font-medium text-ink-muted text-sm transition-colors hover:bg-sunken hover:text-ink pointer-coarse:min-h-11';

/** Wish list, comparison and alert buttons. */
function SecondaryActions({ product }: { product: Product }) {
  return (
    <div className="-mx-2.5 -mt-2 flex flex-wrap gap-x-1 noscript:hidden">
      <WishlistButton product={product} labelled className={quietButton} />
      <AlertButton
        product={product}
        kind="price-drop"
        className={quietButton}
        icon={<BadgeDollarSign className="size-4.5" strokeWidth={1.75} aria-hidden="true" />}
      >
        Notify me when the price drops
      </AlertButton>
      <CompareButton product={product} className={quietButton} />
    </div>
  );
}

/** Savings in words, with what each compares with. */
function Savings({ product, saleEnds }: Pick<BuyBoxProps, 'product' | 'saleEnds'>) {
  const sale = saleSaving(product);
  const fromNew = newSaving(product);
  return (
    <div className="tabular mt-1 grid gap-0.5 text-sm">
      {sale && (
        <p className="text-accent-text">
          You save {formatMoney(sale.amount)}
          <span className="text-ink-muted"> on the lowest price of the 30 days before this sale</span>
        </p>
      )}
      {fromNew && (
        <p className="text-accent-text">
          Save {fromNew.percent}%<span className="text-ink-muted"> against new</span>
        </p>
      )}
      {saleEnds && <p className="text-ink-muted">Sale ends {formatCalendarDay(saleEnds)}</p>}
    </div>
  );
}

type DeliveryProps = { product: Product; quantity: number; delivery: string; settings: PublicSettings };

function Delivery({ product, quantity, delivery, settings }: DeliveryProps) {
  const { shipping } = quote([{ price: product.price, quantity }], settings);
  return (
    <p>
      Delivery <strong className="font-semibold">{delivery}</strong>
      <span className="text-ink-muted">
        {shipping === 0 ? ', free standard shipping' : `, standard shipping ${formatMoney(shipping)}`}
        {settings.pricesIncludeTax && '. Prices include tax'}
      </span>
    </p>
  );
}

function Stock({ count }: { count: number }) {
  const word = stockLevel(count);
  if (word === 'out') return <StatusDot tone="bad">Out of stock</StatusDot>;
  if (word === 'low') return <StatusDot tone="warn">{`Only ${count} left in stock`}</StatusDot>;
  return <StatusDot tone="good">In stock</StatusDot>;
}
