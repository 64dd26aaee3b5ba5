import { useState } from 'react';
import { Button } from '../button.tsx';
import { EmptyBagDrawing } from '../drawings/empty-bag-drawing.tsx';
import { LockedParcelDrawing } from '../drawings/locked-parcel-drawing.tsx';
import { MissingPageDrawing } from '../drawings/missing-page-drawing.tsx';
import { NothingFoundDrawing } from '../drawings/nothing-found-drawing.tsx';
import { ParcelDrawing } from '../drawings/parcel-drawing.tsx';
import { SideBySideDrawing } from '../drawings/side-by-side-drawing.tsx';
import { UnpluggedDrawing } from '../drawings/unplugged-drawing.tsx';
import { WishlistDrawing } from '../drawings/wishlist-drawing.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { SearchX } from '../icons/lucide.tsx';
import { Drawer } from '../overlays/drawer.tsx';
import { Modal } from '../overlays/modal.tsx';
import { noticeTypes, notify } from '../overlays/notify.ts';
import { Skeleton } from '../skeleton.tsx';
import { Spinner } from '../spinner.tsx';
import { Specimen } from './specimen.tsx';

const sizes = ['sm', 'md', 'lg', 'xl'] as const;

export function Feedback() {
  const [size, setSize] = useState<(typeof sizes)[number]>();
  const [drawer, setDrawer] = useState(false);
  const close = () => setSize(undefined);
  return (
    <>
      <Specimen title="Overlays and notices">
        {sizes.map((name) => (
          <Button key={name} variant="outline" onClick={() => setSize(name)}>
            Modal {name}
          </Button>
        ))}
        <Button variant="outline" onClick={() => setDrawer(true)}>
          Drawer
        </Button>
        {noticeTypes.map((type) => (
          <Button key={type} variant="outline" onClick={() => notify(type, `A notice of type ${type}`)}>
            Notice {type}
          </Button>
        ))}
        <Modal
          open={size !== undefined}
          onClose={close}
          title="Delete Product"
          {...(size && { size })}
          footer={
            <>
              <Button variant="ghost" onClick={close}>
                Cancel
              </Button>
              <Button variant="danger" onClick={close}>
                Delete
              </Button>
            </>
          }
        >
          <p>Are you sure you want to delete this product? This action cannot be undone.</p>
          <TextInput label="Reason" fieldClassName="mt-4" />
        </Modal>
        <Drawer open={drawer} onClose={() => setDrawer(false)} title="Filters">
          What the drawer holds.
        </Drawer>
      </Specimen>
      <Specimen title="Waiting">
        <Skeleton className="h-24 w-40" />
        <Skeleton className="h-4 w-64" />
        <Spinner label="Loading" className="text-xl" />
      </Specimen>
      <Specimen title="Nothing and failure">
        <div className="flex-1 basis-80">
          <EmptyState
            title="No products found"
            Icon={SearchX}
            action={<Button variant="outline">Clear Filters</Button>}
          >
            Nothing matches all of these filters.
          </EmptyState>
        </div>
        <div className="flex-1 basis-80">
          <ErrorState title="Products could not be loaded" onRetry={() => {}}>
            Your filters are kept.
          </ErrorState>
        </div>
      </Specimen>
      <Specimen title="Drawings, where a whole page is empty">
        <EmptyBagDrawing />
        <ParcelDrawing />
        <LockedParcelDrawing />
        <WishlistDrawing />
        <SideBySideDrawing />
        <NothingFoundDrawing />
        <MissingPageDrawing />
        <UnpluggedDrawing />
      </Specimen>
    </>
  );
}
