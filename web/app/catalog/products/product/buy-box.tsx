import type { Product } from '@reprise/contract/catalog/products/product';
import { stockLevel } from '@reprise/contract/catalog/products/stock';
import { formatMoney, timesCents } from '@reprise/contract/money';
import { shippingFor } from '@reprise/contract/sales/orders/shipping/shipping-rate';
import type { DeviceChoice } from '@reprise/contract/workshop/units/device-choice';
import { type RefObject, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReturnLine } from '../../../foundations/page-texts/return-words.ts';
import { useCart } from '../../../sales/cart/cart-store.ts';
import { PriceNote } from '../../../sales/cart/price-note.tsx';
import { Button } from '../../../ui/button.tsx';
import { QuantityStepper } from '../../../ui/forms/quantity-stepper.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { LargePrice } from '../../../ui/price.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { toCardProduct } from '../card-product.ts';
import type { Deliveries } from '../deliveries.ts';
import { SecondaryActions } from './secondary-actions.tsx';
import { StockAlertButton } from './stock-alert-button.tsx';
import { useDelivery } from './use-delivery.ts';

// Rendered by the server; their scripts are loaded after those of the buttons, whose clicks must not be lost.
const DeviceChooser = lazyPart(() => import('./device-chooser.tsx'));
const Savings = lazyPart(() => import('./savings.tsx'));
const Guarantees = lazyPart(() => import('./guarantees.tsx'));

type BuyBoxProps = {
  product: Product;
  deliveries: Deliveries | null;
  saleEnds?: string | null | undefined;
  /** Ref of the buttons; StickyBuyBar appears when they are out of view. */
  buttons?: RefObject<HTMLDivElement | null> | undefined;
  choice?: UnitSelection | undefined;
  returns: ReturnLine;
};

/** Devices on sale to choose from, and the chosen one. */
export type UnitSelection = {
  devices: DeviceChoice[];
  chosen: DeviceChoice | null;
  onChoose: (number: string | null) => void;
};

/** Price, delivery, stock, buttons and guarantees of a product. */
export function BuyBox({ product, deliveries, saleEnds, buttons, choice, returns }: BuyBoxProps) {
  const [quantity, setQuantity] = useState(1);
  const delivery = useDelivery(deliveries);
  const add = useCart((state) => state.add);
  const navigate = useNavigate();
  const unit = choice?.chosen?.number;
  const selectedQuantity = unit ? 1 : Math.min(quantity, Math.max(1, product.stockCount));

  const addToCart = () => add(toCardProduct(product), selectedQuantity, unit);
  const buyNow = () =>
    navigate(`/checkout?buy=${product.id}&quantity=${selectedQuantity}${unit ? `&unit=${unit}` : ''}`);
  return (
    <div className="grid gap-5">
      <div>
        {product.inStock ? (
          <>
            <LargePrice of={product} />
            <Suspense>
              <Savings prices={product} saleEnds={saleEnds} />
            </Suspense>
          </>
        ) : (
          <LargePrice of={{ price: product.price, originalPrice: null }} />
        )}
        <PriceNote className="mt-1" />
      </div>
      <div className="grid gap-1.5 text-sm">
        {product.inStock && delivery && (
          <Delivery product={product} delivery={delivery} quantity={selectedQuantity} />
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
          <StockAlertButton product={product} />
        )}
      </div>
      <SecondaryActions product={product} />
      <p className="hidden text-sm noscript:block">
        Ordering requires JavaScript, which is turned off in this browser.
      </p>
      <Suspense>
        <Guarantees product={product} delivery={delivery} returns={returns} />
      </Suspense>
    </div>
  );
}

type DeliveryProps = {
  product: Product;
  quantity: number;
  delivery: NonNullable<ReturnType<typeof useDelivery>>;
};

function Delivery({ product, quantity, delivery }: DeliveryProps) {
  const shipping = shippingFor(timesCents(product.price, quantity), delivery.rates, 'standard');
  return (
    <p>
      Delivery <strong className="font-semibold">{delivery.days}</strong>
      <span className="text-ink-muted">
        {shipping === 0 ? ', free standard shipping' : `, standard shipping ${formatMoney(shipping)}`}
        {delivery.note}
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
