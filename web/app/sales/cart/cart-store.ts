import type { Condition } from '@reprise/contract/catalog/products/conditions';
import type { TaxClass } from '@reprise/contract/foundations/tax-classes';
import type { Cents } from '@reprise/contract/money';
import { createElement, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { browserStorage } from '../../browser/browser-storage.ts';
import { notify } from '../../ui/overlays/notify.ts';

/** Part of a product that the cart stores, so that lines can be shown before the shop has answered. */
export type CartProduct = {
  id: string;
  slug: string;
  name: string;
  brand: string;
  image: string | null;
  price: Cents;
  stockCount: number;
  condition: Condition;
  /** Absent for the standard rate. */
  taxClass?: TaxClass | undefined;
  /** Absent until the cart is first shown. */
  warranty?: string;
};

export type CartLine = {
  product: CartProduct;
  quantity: number;
  /** Numbers of the devices that the buyer chose, at most as many as the quantity. */
  units?: string[];
  /** Quantity reserved by an unpaid order of this cart. */
  held?: number;
};

type CartState = {
  lines: CartLine[];
  /** Adds any devices of the product, or the one with this unit number. */
  add: (product: CartProduct, quantity?: number, unit?: string) => void;
  /** Removes the line when the quantity is zero or less. */
  setQuantity: (productId: string, quantity: number) => void;
  remove: (productId: string) => void;
  clear: () => void;
  /** Empties the cart without a toast, after an order. */
  empty: () => void;
  /** Restores removed lines, or replaces lines with their current state. */
  restore: (lines: CartLine[]) => void;
};

type DrawerState = { open: boolean; setOpen: (open: boolean) => void; toggle: () => void };

/** Separate from the cart store, because every change of that store is written to the browser's storage. */
export const useCartDrawer = create<DrawerState>()((set) => ({
  open: false,
  setOpen: (open) => set({ open }),
  toggle: () => set(({ open }) => ({ open: !open })),
}));

export const cartStorageName = 'cart-storage';

export function createCartStore(storage: StateStorage) {
  return create<CartState>()(
    persist(
      (set, get) => ({
        lines: [],
        add: (product, quantity = 1, unit) => {
          const before = get().lines;
          if (unit && before.some(({ units }) => units?.includes(unit))) {
            return notify('info', 'This device is already in your cart.', viewCart);
          }
          const lines = addLine(before, product, quantity, unit);
          set({ lines });
          if (countItems(lines) > countItems(before))
            notify('success', `${product.name} added to cart!`, viewCart);
          else if (unit && lines.some(({ units }) => units?.includes(unit)))
            notify('success', 'All in stock are in your cart. One of them is this device now.', viewCart);
          else notify('info', 'Your cart already has all units in stock.');
        },
        setQuantity: (productId, quantity) =>
          set(({ lines }) => ({ lines: changeQuantity(lines, productId, quantity) })),
        remove: (productId) => set(({ lines }) => ({ lines: changeQuantity(lines, productId, 0) })),
        clear: () => {
          set({ lines: [] });
          notify('success', 'Cart cleared successfully!');
        },
        empty: () => set({ lines: [] }),
        restore: (lines) => set({ lines }),
      }),
      {
        name: cartStorageName,
        storage: createJSONStorage(() => storage),
        // The server renders an empty cart; CartSync reads the stored one after hydration.
        skipHydration: true,
        partialize: ({ lines }) => ({ lines }),
        merge: (stored, current) => ({ ...current, lines: readLines(stored) }),
      },
    ),
  );
}

export const useCart = createCartStore(browserStorage());

export const countItems = (lines: CartLine[]): number => lines.reduce((sum, line) => sum + line.quantity, 0);

/** Returns the lines in the shape that `quote()` takes. */
export const pricedLines = (lines: CartLine[]) =>
  lines.map(({ product: { price, taxClass }, quantity }) => ({ price, taxClass, quantity }));

/** Returns the lines of both; a product in both has the quantity of `cart`. */
export function mergeLines(cart: CartLine[], others: CartLine[]): CartLine[] {
  const present = new Set(cart.map(({ product }) => product.id));
  return [...cart, ...others.filter(({ product }) => !present.has(product.id))];
}

type OrderedLine = { product: { id: string }; quantity: number; units?: string[] | undefined };

/** Removes the ordered quantities and devices from the cart; products added since remain. */
export function removeFromCart(ordered: OrderedLine[]): void {
  const taken = new Map(ordered.map((line) => [line.product.id, line]));
  const { lines, restore } = useCart.getState();
  restore(
    lines.flatMap((line) => {
      const bought = taken.get(line.product.id);
      const units = line.units?.filter((number) => !bought?.units?.includes(number));
      return withQuantity({ ...line, ...(units && { units }) }, line.quantity - (bought?.quantity ?? 0));
    }),
  );
}

/** Returns the line with another quantity, without the devices chosen last beyond it; none without a quantity. */
export function withQuantity({ units, ...line }: CartLine, quantity: number): CartLine[] {
  if (quantity <= 0) return [];
  const rest = units?.slice(0, quantity) ?? [];
  return [{ ...line, quantity, ...(rest.length > 0 && { units: rest }) }];
}

const viewCart = (close: () => void) =>
  createElement(Link, { to: '/cart', onClick: close, className: 'py-1.5 text-link text-sm' }, 'View cart');

function addLine(lines: CartLine[], product: CartProduct, quantity: number, unit?: string): CartLine[] {
  const present = lines.find((line) => line.product.id === product.id);
  const newQuantity = Math.min((present?.quantity ?? 0) + quantity, product.stockCount);
  if (newQuantity <= 0) return lines;
  const units = [...(unit ? [unit] : []), ...(present?.units ?? [])];
  const line = withQuantity({ product, quantity, ...(units.length > 0 && { units }) }, newQuantity);
  if (!present) return [...lines, ...line];
  return lines.flatMap((other) => (other === present ? line : [other]));
}

function changeQuantity(lines: CartLine[], productId: string, quantity: number): CartLine[] {
  return lines.flatMap((line) =>
    line.product.id === productId
      ? withQuantity(line, Math.min(Math.trunc(quantity), line.product.stockCount))
      : [line],
  );
}

/** Returns the valid lines; storage may contain anything, including an older format. */
function readLines(stored: unknown): CartLine[] {
  const lines = (stored as { lines?: unknown } | null | undefined)?.lines;
  return Array.isArray(lines) ? lines.filter(isLine) : [];
}

function isLine(value: unknown): value is CartLine {
  const { product, quantity, units = [] } = (value ?? {}) as Partial<CartLine>;
  return (
    Array.isArray(units) &&
    units.every((number) => typeof number === 'string') &&
    typeof product?.id === 'string' &&
    typeof product.name === 'string' &&
    typeof product.slug === 'string' &&
    Number.isSafeInteger(product.price) &&
    Number.isSafeInteger(product.stockCount) &&
    Number.isSafeInteger(quantity) &&
    (quantity ?? 0) > 0
  );
}

/** True once the stored cart has been read; before that, an empty cart is inconclusive. */
export function useCartReady(): boolean {
  return useSyncExternalStore(useCart.persist.onFinishHydration, useCart.persist.hasHydrated, () => false);
}
