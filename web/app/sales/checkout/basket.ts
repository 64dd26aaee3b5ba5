import { parseUnitNumber } from '@reprise/contract/workshop/units/unit-number';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { api } from '../../api/browser-api.ts';
import { useAuth } from '../../session/auth-store.ts';
import { toCartProduct } from '../cart/cart-product.ts';
import { type CartLine, createCartStore, useCart, useCartReady } from '../cart/cart-store.ts';
import { useAccountCartReady } from '../cart/use-account-cart-ready.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { isWaiting, type PlacedOrder } from './outbox/sent-order.ts';

/** Lines that a checkout buys: those of the cart, or the item of Buy Now. */
export type Basket = {
  /** Product id of Buy Now; null for the cart. */
  buyNow: string | null;
  store: typeof useCart;
};

/** Quantity and device of a Buy Now, from the URL. */
export type Wanted = { quantity: number; unit: string | null };

/** In memory only: a reload reads the item from the URL again. */
const buyNowStore = createCartStore({ getItem: () => null, setItem: () => {}, removeItem: () => {} });

const maxQuantity = 1000;

/** Returns the basket that the URL names, see `buyNowUrl`. */
export function useBasket(): { basket: Basket; wanted: Wanted } {
  const [query] = useSearchParams();
  const buyNow = query.get('buy');
  const quantity = Math.min(Math.max(Math.trunc(Number(query.get('quantity'))) || 1, 1), maxQuantity);
  const unit = parseUnitNumber(query.get('unit') ?? '');
  return { basket: { buyNow, store: buyNow === null ? useCart : buyNowStore }, wanted: { quantity, unit } };
}

export function buyNowUrl(productId: string, quantity = 1, unit?: string): string {
  const query = new URLSearchParams({
    buy: productId,
    ...(quantity > 1 && { quantity: `${quantity}` }),
    ...(unit && { unit }),
  });
  return `/checkout?${query}`;
}

type BasketLines = {
  lines: CartLine[];
  /** True once the lines of this browser are known. */
  ready: boolean;
  /** True once an empty basket is conclusive: the account may have a cart that this browser does not know yet. */
  conclusive: boolean;
  /** Loads the item of Buy Now again; null unless the shop did not respond. */
  retry: (() => void) | null;
};

export function useBasketLines({ buyNow, store }: Basket, wanted: Wanted): BasketLines {
  const lines = useStore(store, (state) => state.lines);
  const isCartReady = useCartReady();
  const isAccountCartReady = useAccountCartReady();
  const { loaded, retry } = useBuyNowItem(buyNow, wanted);
  if (buyNow !== null) return { lines, ready: loaded, conclusive: loaded, retry };
  return { lines, ready: isCartReady, conclusive: isAccountCartReady, retry: null };
}

function useBuyNowItem(productId: string | null, { quantity, unit }: Wanted) {
  const isSessionKnown = useAuth((state) => !state.loading);
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading');
  useEffect(() => {
    if (productId === null || !isSessionKnown || state !== 'loading') return;
    let isCurrent = true;
    buyNowStore.getState().empty();
    loadItem(productId, { quantity, unit }).then(
      (lines) => {
        if (!isCurrent) return;
        buyNowStore.getState().restore(lines);
        setState('loaded');
      },
      () => isCurrent && setState('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [productId, quantity, unit, isSessionKnown, state]);
  return { loaded: state === 'loaded', retry: state === 'failed' ? () => setState('loading') : null };
}

/** Returns the line of the product; none if it is not available or its order is being sent. */
async function loadItem(productId: string, { quantity, unit }: Wanted): Promise<CartLine[]> {
  if (outbox.all().some((order) => order.buyNow === productId && isWaiting(order))) return [];
  const units = unit === null ? undefined : [unit];
  const item = { product: productId, quantity, ...(units && { units }) };
  const { lines } = await api.checkCart({ body: { items: [item] } });
  const product = lines[0]?.product;
  if (!product) return [];
  const unpaid = outbox.unpaidOrder(productId)?.body?.items[0];
  const held = unpaid?.quantity;
  const isReserved = units !== undefined && unpaid?.units?.includes(units[0] ?? '');
  if (!isReserved && lines[0]?.units?.some(({ isAvailable }) => !isAvailable)) return [];
  const stockCount = product.stockCount + (held ?? 0);
  if (stockCount <= 0) return [];
  const line = {
    product: { ...toCartProduct(product), stockCount },
    quantity: Math.min(quantity, stockCount),
    ...(units && { units }),
  };
  return [held === undefined ? line : { ...line, held }];
}

/** Returns the placed but unpaid order of these lines. */
export function unpaidOrderOf({ buyNow, store }: Basket): PlacedOrder | undefined {
  return store.getState().lines.some((line) => line.held) ? outbox.unpaidOrder(buyNow) : undefined;
}

/** Marks the lines as reserved by their order, so that the shop does not call them sold out. */
export function markReserved({ store }: Basket): void {
  const { lines, restore } = store.getState();
  restore(lines.map((line) => ({ ...line, held: line.quantity })));
}
