import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { countItems, useCart, useCartDrawer } from '../../sales/cart/cart-store.ts';
import { Drawer } from '../../ui/overlays/drawer.tsx';

/** Drawer for the cart's content. Closes when the page changes. */
export function CartDrawer({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  const open = useCartDrawer((state) => state.open);
  const setOpen = useCartDrawer((state) => state.setOpen);
  const count = useCart((state) => countItems(state.lines));
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location closes it
  useEffect(() => setOpen(false), [key, setOpen]);

  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      title={count === 0 ? 'Your cart' : `Your cart (${count})`}
      footer={footer}
    >
      {children}
    </Drawer>
  );
}
