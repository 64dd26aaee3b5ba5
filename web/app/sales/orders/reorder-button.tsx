import type { Order } from '@reprise/contract/sales/orders/order';
import { useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { messageOf, noResponse } from '../../api/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { useCart, useCartDrawer } from '../cart/cart-store.ts';
import { reorder } from './reorder.ts';

/** Adds the available items of an order to the cart and names the others. */
export function ReorderButton({ items }: { items: Order['items'] }) {
  const [busy, setBusy] = useState(false);

  async function buyAgain(): Promise<void> {
    setBusy(true);
    try {
      const requested = items.map(({ product, quantity }) => ({ product: product.id, quantity }));
      const checked = await api.checkCart({ body: { items: requested } });
      const { lines, missing } = reorder(useCart.getState().lines, items, checked.lines);
      useCart.getState().restore(lines);
      if (missing.length < items.length) useCartDrawer.getState().setOpen(true);
      if (missing.length > 0) notify('warning', `No longer available: ${missing.join(', ')}.`);
    } catch (error) {
      notify('error', messageOf(error, noResponse('retry')));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="sm" variant="outline" loading={busy} onClick={() => void buyAgain()}>
      Reorder
    </Button>
  );
}
