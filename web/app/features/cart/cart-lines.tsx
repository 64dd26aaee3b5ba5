import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { formatMoney, timesCents } from '@reprise/contract/money';
import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { QuantityStepper } from '../../ui/forms/quantity-stepper.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type CartLine, useCart } from './cart-store.ts';
import { ProductThumb } from './product-thumb.tsx';

/** Lists the lines of the cart, each with its quantity and a remove button. */
export function CartLines({ lines }: { lines: CartLine[] }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <Line key={line.product.id} line={line} />
      ))}
    </ul>
  );
}

function Line({ line: { product, quantity } }: { line: CartLine }) {
  const setQuantity = useCart((state) => state.setQuantity);
  const remove = useCart((state) => state.remove);
  const url = `/product/${product.slug}`;
  return (
    <li className="flex gap-4 py-4 first:pt-0">
      <Link to={url} tabIndex={-1} aria-hidden="true">
        <ProductThumb image={product.image} />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <Link to={url} className="font-medium hover:underline">
              {product.name}
            </Link>
            <p className="text-ink-muted text-sm">{conditionLabels[product.condition]}</p>
          </div>
          <span className="tabular shrink-0 font-semibold">
            {formatMoney(timesCents(product.price, quantity))}
          </span>
        </div>
        <div className="mt-auto flex items-center justify-between gap-3 pt-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <QuantityStepper
              size="sm"
              label={`Quantity of ${product.name}`}
              value={quantity}
              max={product.stockCount}
              onChange={(newQuantity) => setQuantity(product.id, newQuantity)}
            />
            <span className="text-ink-muted text-sm">
              {quantity >= product.stockCount ? (
                <LowStockNote stockCount={product.stockCount} />
              ) : (
                quantity > 1 && <span className="tabular">{formatMoney(product.price)} each</span>
              )}
            </span>
          </div>
          <IconButton size="sm" label={`Remove ${product.name}`} onClick={() => remove(product.id)}>
            <Trash2 className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function LowStockNote({ stockCount }: { stockCount: number }) {
  return <>{stockCount === 1 ? 'The only one left' : `All ${stockCount} in stock`}</>;
}
