import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyBagDrawing } from '../../ui/drawings/empty-bag-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CartLines, UndoRow } from './cart-lines.tsx';
import { CartNotices } from './cart-notices.tsx';
import { type CartLine, mergeLines, useCart } from './cart-store.ts';
import { putBack, type RemovedLine, toRows } from './removed-lines.ts';
import { useCartCheck } from './use-cart-check.ts';

/** Shows the lines of the cart and what changed in them, in the drawer and on the cart page. */
export function CartPanel({ inView }: { inView: boolean }) {
  const { lines, remove, restore, clear } = useCart();
  const notices = useCartCheck(inView);
  const [removed, setRemoved] = useState<RemovedLine[]>([]);
  const [cleared, setCleared] = useState<CartLine[]>([]);
  useEffect(() => {
    if (inView) return;
    setRemoved([]);
    setCleared([]);
  }, [inView]);
  const before = useRef(lines);
  useEffect(() => {
    const isEmptiedElsewhere = lines.length === 0 && hasOthers(before.current, removed, cleared);
    before.current = lines;
    if (!isEmptiedElsewhere) return;
    // Ordered in another tab: what was removed before is not to be undone any more.
    setRemoved([]);
    setCleared([]);
  }, [lines, removed, cleared]);
  const rows = toRows(lines, removed);
  return (
    <>
      <CartNotices notices={notices} />
      {cleared.length > 0 && (
        <UndoRow
          text="The cart was cleared."
          label="Undo clearing the cart"
          onUndo={() => {
            restore(mergeLines(cleared, lines));
            setCleared([]);
          }}
        />
      )}
      <CartLines
        rows={rows}
        onRemove={(line, position) => {
          setRemoved([...removed.filter((item) => !isSameProduct(item.line, line)), { line, position }]);
          remove(line.product.id);
        }}
        onUndo={(line) => {
          setRemoved(removed.filter((item) => item.line !== line));
          restore(putBack(rows, line));
        }}
      />
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="border-line border-t pt-3">
          <div className="-mx-3 flex justify-between gap-3">
            <Link to="/products" className={buttonClass({ variant: 'ghost', size: 'sm' })}>
              Continue shopping
            </Link>
            <ClearCart
              onClear={() => {
                setCleared(lines);
                setRemoved([]);
                clear();
              }}
            />
          </div>
        </div>
      )}
    </>
  );
}

/** True if the lines have products that were neither removed nor cleared here. */
const hasOthers = (lines: CartLine[], removed: RemovedLine[], cleared: CartLine[]) =>
  lines.some(
    (line) => ![...removed.map((item) => item.line), ...cleared].some((own) => isSameProduct(own, line)),
  );

const isSameProduct = (a: CartLine, b: CartLine) => a.product.id === b.product.id;

function ClearCart({ onClear }: { onClear: () => void }) {
  return (
    <Button variant="ghost" size="sm" onClick={onClear}>
      Clear Cart
    </Button>
  );
}

function EmptyCart() {
  return (
    <EmptyState
      title="Your cart is empty"
      drawing={<EmptyBagDrawing />}
      action={
        <Link to="/products" className={buttonClass({ variant: 'outline' })}>
          Browse products
        </Link>
      }
    >
      Items you add stay here, even if you leave and come back.
    </EmptyState>
  );
}
