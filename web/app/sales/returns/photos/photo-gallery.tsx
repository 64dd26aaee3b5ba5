import type { ReturnPhoto } from '@reprise/contract/sales/returns/return-photos';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ChevronLeft, ChevronRight } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import type { OrderAccess } from '../return-access.ts';
import { ReturnPhotoImage } from './return-photo-image.tsx';

type PhotoGalleryProps = {
  orderId: string;
  photos: readonly ReturnPhoto[];
  access: OrderAccess;
  /** Removes a photo; without it the photos stay. */
  onRemove?: ((photo: ReturnPhoto) => Promise<void>) | undefined;
};

/** Small photos of an item that comes back; one press enlarges one. */
export function PhotoGallery({ orderId, photos, access, onRemove }: PhotoGalleryProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  if (photos.length === 0) return null;
  const index = photos.findIndex(({ id }) => id === openId);
  const open = photos[index];
  const nameOf = (position: number) => `Photo ${position + 1} of ${photos.length}`;
  return (
    <>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-6" aria-label="Photos">
        {photos.map((photo, position) => (
          <li key={photo.id}>
            <button
              type="button"
              aria-label={nameOf(position)}
              className="block w-full overflow-hidden rounded-control border border-line hover:border-line-strong"
              onClick={() => setOpenId(photo.id)}
            >
              <ReturnPhotoImage
                orderId={orderId}
                photo={photo}
                access={access}
                width={320}
                alt=""
                className="aspect-square w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <LargePhoto
          key={open.id}
          orderId={orderId}
          access={access}
          onRemove={onRemove}
          photo={open}
          name={nameOf(index)}
          previous={photos[index - 1]}
          next={photos[index + 1]}
          onOpen={setOpenId}
        />
      )}
    </>
  );
}

type LargePhotoProps = Pick<PhotoGalleryProps, 'orderId' | 'access' | 'onRemove'> & {
  photo: ReturnPhoto;
  name: string;
  previous: ReturnPhoto | undefined;
  next: ReturnPhoto | undefined;
  onOpen: (id: string | null) => void;
};

function LargePhoto({ orderId, access, photo, name, previous, next, onOpen, onRemove }: LargePhotoProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    await onRemove?.(photo);
    setBusy(false);
    onOpen(null);
  };
  const steps = (
    <>
      <Button variant="outline" disabled={!previous} onClick={() => onOpen(previous?.id ?? null)}>
        <ChevronLeft className="size-4" aria-hidden="true" />
        Previous
      </Button>
      <Button variant="outline" disabled={!next} onClick={() => onOpen(next?.id ?? null)}>
        Next
        <ChevronRight className="size-4" aria-hidden="true" />
      </Button>
    </>
  );
  return (
    <Modal
      open
      size="xl"
      title={name}
      onClose={() => onOpen(null)}
      footer={
        isAsking ? (
          <>
            <Button variant="outline" disabled={isBusy} onClick={() => setAsking(false)}>
              Back
            </Button>
            <Button variant="danger" loading={isBusy} onClick={() => void remove()}>
              Delete photo
            </Button>
          </>
        ) : (
          <>
            {onRemove && (
              <Button variant="ghost" className="mr-auto" onClick={() => setAsking(true)}>
                Remove
              </Button>
            )}
            {(previous || next) && steps}
          </>
        )
      }
    >
      <ReturnPhotoImage
        orderId={orderId}
        access={access}
        photo={photo}
        width={1600}
        alt={name}
        className="mx-auto max-h-[60vh] min-h-40 max-w-full rounded-control object-contain"
      />
    </Modal>
  );
}
