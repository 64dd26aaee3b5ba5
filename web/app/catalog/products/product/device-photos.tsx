import type { DevicePhoto } from '@reprise/contract/workshop/units/device-choice';
import { lazy, Suspense, useState } from 'react';
import { ResponsiveImage } from '../../../ui/image.tsx';

const ImageViewer = lazy(() => import('./image-viewer.tsx'));

/** Photos of one device as small pictures that open the viewer. */
export function DevicePhotos({ number, photos }: { number: string; photos: DevicePhoto[] }) {
  const [index, setIndex] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (photos.length === 0) return null;
  const open = (chosen: number) => {
    setIndex(chosen);
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      <ul className="flex gap-2 overflow-x-auto px-3 pb-3" aria-label={`Photos of ${number}`}>
        {photos.map((photo, position) => (
          <li key={photo.url} className="shrink-0">
            <button
              type="button"
              className="block cursor-zoom-in rounded-control"
              onClick={() => open(position)}
            >
              <ResponsiveImage
                src={photo.url}
                sizes="72px"
                alt={captionOf(photo)}
                loading="lazy"
                className="size-18 rounded-control object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {wasOpened && (
        <Suspense>
          <ImageViewer
            name={number}
            images={photos.map((photo) => ({ src: photo.url, alt: captionOf(photo) }))}
            currentIndex={index}
            open={isOpen}
            onMove={setIndex}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function captionOf({ label, words, marks }: DevicePhoto): string {
  const marked = marks.length > 0 ? `marked: ${marks.join(', ')}` : '';
  return [label, words, marked].filter(Boolean).join('; ');
}
