import { countItems, useCart, useCartDrawer } from '../../sales/cart/cart-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ShoppingBag } from '../../ui/icons/lucide.tsx';

/** Button that toggles the cart drawer, with the number of items. */
export function CartToggle() {
  const count = useCart((state) => countItems(state.lines));
  const open = useCartDrawer((state) => state.open);
  const toggle = useCartDrawer((state) => state.toggle);
  const label = count === 0 ? 'Cart, empty' : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  return (
    <IconButton label={label} aria-haspopup="dialog" aria-expanded={open} onClick={toggle}>
      <ShoppingBag className="size-5" strokeWidth={1.75} aria-hidden="true" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="tabular absolute top-0 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary-fill px-1 font-semibold text-primary-on text-xs"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </IconButton>
  );
}
