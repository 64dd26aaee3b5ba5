import type { Condition } from '@reprise/contract/catalog/conditions';
import type { Cents } from '@reprise/contract/money';
import { createElement } from 'react';
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
  /** Absent until the cart is first shown. */
  warranty?: string;
};

export type CartLine = {
  product: CartProduct;
  quantity: number;
  /** Quantity reserved by an unpaid order of this cart. */
  held?: number;
};

type CartState = {
  lines: CartLine[];
  add: (product: CartProduct, quantity?: number) => void;
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
        add: (product, quantity = 1) => {
          const before = get().lines;
          const lines = addLine(before, product, quantity);
          set({ lines });
          if (countItems(lines) > countItems(before))
            notify('success', `${product.name} added to cart!`, viewCart);
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
  lines.map(({ product, quantity }) => ({ price: product.price, quantity }));

/** Returns the lines of both; a product in both has the quantity of `cart`. */
export function mergeLines(cart: CartLine[], others: CartLine[]): CartLine[] {
  const present = new Set(cart.map(({ product }) => product.id));
  return [...cart, ...others.filter(({ product }) => !present.has(product.id))];
}

/** Removes the ordered quantities from the cart; products added since remain. */
export function removeFromCart(ordered: { product: { id: string }; quantity: number }[]): void {
  const taken = new Map(ordered.map(({ product, quantity }) => [product.id, quantity]));
  const { lines, restore } = useCart.getState();
  restore(
    lines.flatMap((line) => {
      const quantity = line.quantity - (taken.get(line.product.id) ?? 0);
      return quantity > 0 ? [{ ...line, quantity }] : [];
    }),
  );
}

const viewCart = (close: () => void) =>
  createElement(Link, { to: '/cart', onClick: close, className: 'py-1.5 text-link text-sm' }, 'View cart');

function addLine(lines: CartLine[], product: CartProduct, quantity: number): CartLine[] {
  const present = lines.find((line) => line.product.id === product.id);
  const newQuantity = Math.min((present?.quantity ?? 0) + quantity, product.stockCount);
  if (newQuantity <= 0) return lines;
  if (!present) return [...lines, { product, quantity: newQuantity }];
  return lines.map((line) => (line === present ? { product, quantity: newQuantity } : line));
}

function changeQuantity(lines: CartLine[], productId: string, quantity: number): CartLine[] {
  if (quantity <= 0) return lines.filter((line) => line.product.id !== productId);
  return lines.map((line) =>
    line.product.id === productId
      ? { ...line, quantity: Math.min(Math.trunc(quantity), line.product.stockCount) }
      : line,
  );
}

/** Returns the valid lines; storage may contain anything, including an older format. */
function readLines(stored: unknown): CartLine[] {
  const lines = (stored as { lines?: unknown } | null | undefined)?.lines;
  return Array.isArray(lines) ? lines.filter(isLine) : [];
}

function isLine(value: unknown): value is CartLine {
  const { product, quantity } = (value ?? {}) as Partial<CartLine>;
  return (
    typeof product?.id === 'string' &&
    typeof product.name === 'string' &&
    typeof product.slug === 'string' &&
    Number.isSafeInteger(product.price) &&
    Number.isSafeInteger(product.stockCount) &&
    Number.isSafeInteger(quantity) &&
    (quantity ?? 0) > 0
  );
}
