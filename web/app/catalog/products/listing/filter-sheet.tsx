import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SlidersHorizontal } from '../../../ui/icons/lucide.tsx';
import { Drawer } from '../../../ui/overlays/drawer.tsx';

type FilterSheetProps = {
  /** Number of active filters. */
  active: number;
  /** Number of matching products. */
  total: string;
  /** Filters, rendered when the sheet first opens. */
  children: ReactNode;
};

/** Filters on a phone: a button with the number of active ones, and the sheet it opens. */
export function FilterSheet({ active, total, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return (
    <div className="lg:hidden noscript:hidden">
      <Button
        variant="outline"
        aria-haspopup="dialog"
        onClick={() => {
          setUsed(true);
          setOpen(true);
        }}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {active > 0 ? `Filters (${active})` : 'Filters'}
      </Button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={
          <Button wide size="lg" onClick={() => setOpen(false)}>
            {total === '1' ? 'Show 1 product' : `Show ${total} products`}
          </Button>
        }
      >
        {used && children}
      </Drawer>
    </div>
  );
}
