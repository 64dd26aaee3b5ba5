import { timesCents } from '@reprise/contract/money';
import { ShoppingBag } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Price } from '../../ui/price.tsx';
import { useCart } from './cart-store.ts';

/** What is in the cart, for the drawer. */
export function DrawerContent() {
  const lines = useCart((state) => state.lines);
  if (lines.length === 0) {
    return (
      <EmptyState
        title="Your cart is empty"
        Icon={ShoppingBag}
        action={
          <Link to="/products" className={buttonClass({ variant: 'outline' })}>
            Browse products
          </Link>
        }
      >
        What you add stays here, also when you come back later.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ product, quantity }) => (
        <li key={product.id} className="flex items-baseline justify-between gap-4 py-3 text-sm first:pt-0">
          <Link to={`/product/${product.slug}`} className="font-medium hover:underline">
            {product.name} <span className="font-normal text-ink-muted">× {quantity}</span>
          </Link>
          <Price size="sm" amount={timesCents(product.price, quantity)} />
        </li>
      ))}
    </ul>
  );
}

export function DrawerFooter() {
  const filled = useCart((state) => state.lines.length > 0);
  if (!filled) return null;
  return (
    <Link to="/cart" className={buttonClass({ wide: true })}>
      View cart
    </Link>
  );
}
