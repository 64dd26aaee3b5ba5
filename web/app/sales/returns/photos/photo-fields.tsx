import {
  maxPhotosPerLine,
  photoNeeds,
  type ReturnPhoto,
} from '@reprise/contract/sales/returns/return-photos';
import type { ReturnReason } from '@reprise/contract/sales/returns/return-states';
import { useEffect, useRef } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { useSendPhotos } from '../../../api/use-send-photos.ts';
import { Button } from '../../../ui/button.tsx';
import { PhotoUploads } from '../../../ui/forms/photo-uploads.tsx';
import { Camera, ImagePlus } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import type { OrderAccess } from '../return-access.ts';
import { PhotoGallery } from './photo-gallery.tsx';

type PhotoFieldsProps = {
  orderId: string;
  access: OrderAccess;
  reason: ReturnReason;
  /** Line of an open return; without one the photos wait for the form to be sent. */
  line?: string;
  photos: readonly ReturnPhoto[];
  /** Sentence about a missing photo. */
  error?: string | undefined;
  onAdded: (photo: ReturnPhoto) => void;
  onRemoved: (photo: ReturnPhoto) => void;
  /** Called with the number of photos that are not sent. */
  onWaiting?: (count: number) => void;
};

/** Photos of an item that comes back, from the camera or from files, with their progress. */
export function PhotoFields(props: PhotoFieldsProps) {
  const { orderId, access, reason, line, photos, error, onAdded, onRemoved, onWaiting } = props;
  const { uploads, start, retry, dismiss } = useSendPhotos<'photo'>({
    pathOf: ({ key }) =>
      `/orders/${encodeURIComponent(orderId)}/return-photos?${new URLSearchParams({ key, ...(line && { line }) })}`,
    orderToken: access.orderToken,
    onSent: (response) => onAdded((response as { photo: ReturnPhoto }).photo),
  });
  const count = uploads.length;
  const report = useRef(onWaiting);
  report.current = onWaiting;
  useEffect(() => report.current?.(count), [count]);
  useEffect(() => () => report.current?.(0), []);
  const add = (files: File[]) => {
    const left = maxPhotosPerLine - photos.length - count;
    if (files.length > left) notify('error', `An item has at most ${maxPhotosPerLine} photos.`);
    start(files.slice(0, Math.max(0, left)), 'photo');
  };
  const remove = async (photo: ReturnPhoto) => {
    try {
      await api.removeReturnPhoto({ params: { id: orderId, photo: photo.id } }, access);
      onRemoved(photo);
    } catch (failure) {
      notify('error', messageOf(failure, noResponse('safe')));
    }
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium text-sm">
        {photoNeeds[reason] === 'required' ? 'Photos' : 'Photos (optional)'}
      </legend>
      <p className="text-ink-muted text-sm">{hintOf(reason)} Only you and our team see them.</p>
      <PhotoGallery orderId={orderId} photos={photos} access={access} onRemove={remove} />
      <PhotoUploads uploads={uploads} nameOf={() => 'Photo'} onRetry={retry} onDismiss={dismiss} />
      {error && (
        <p role="alert" className="text-bad-text text-sm">
          {error}
        </p>
      )}
      {photos.length + count < maxPhotosPerLine && <Choosers onChosen={add} />}
    </fieldset>
  );
}

function hintOf(reason: ReturnReason): string {
  switch (reason) {
    case 'damaged-in-transit':
      return 'Show the damage, the parcel and its label. If you cannot take a photo, write to us on the page of the order.';
    case 'battery':
      return 'Show the battery health on its screen, if it has one.';
    case 'locked':
      return 'Show the message on its screen.';
    case 'missing-parts':
      return 'Show everything that was in the box.';
    case 'wrong-item':
      return 'Show what came, and its label.';
    default:
      return 'Show what is wrong; it often saves a question.';
  }
}

function Choosers({ onChosen }: { onChosen: (files: File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const input = { type: 'file', accept: 'image/*,.heic,.heif', hidden: true } as const;
  const choose = (chosen: HTMLInputElement) => {
    onChosen([...(chosen.files ?? [])]);
    chosen.value = '';
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant="outline"
        size="sm"
        className="pointer-fine:hidden"
        onClick={() => camera.current?.click()}
      >
        <Camera className="size-4" aria-hidden="true" />
        Take a photo
      </Button>
      <Button variant="outline" size="sm" onClick={() => files.current?.click()}>
        <ImagePlus className="size-4" aria-hidden="true" />
        Choose photos
      </Button>
      <input
        ref={camera}
        {...input}
        capture="environment"
        aria-label="Photo from the camera"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
      <input
        ref={files}
        {...input}
        multiple
        aria-label="Photos to add"
        onChange={({ currentTarget }) => choose(currentTarget)}
      />
    </div>
  );
}
