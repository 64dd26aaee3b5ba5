import type { DevicePhoto } from '@reprise/contract/workshop/units/device-choice';
import { type MouseEvent, Suspense, useEffect, useState } from 'react';
import { ResponsiveImage } from '../../../ui/image.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';

const loadViewer = () => import('./image-viewer.tsx');
const ImageViewer = lazyPart(loadViewer);

/** Photos of one device as small pictures that open the viewer; until its script runs they are links to the photos. */
export function DevicePhotos({ number, photos }: { number: string; photos: DevicePhoto[] }) {
  const [index, setIndex] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const hasPhotos = photos.length > 0;
  useEffect(() => {
    // The part fetches it again if this fails.
    if (hasPhotos) loadViewer().catch(() => {});
  }, [hasPhotos]);
  if (!hasPhotos) return null;
  const open = (event: MouseEvent, chosen: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    setIndex(chosen);
    setWasOpened(true);
    setIsOpen(true);
  };
  return (
    <>
      <ul className="flex gap-2 overflow-x-auto px-3 pb-3" aria-label={`Photos of ${number}`}>
        {photos.map((photo, position) => (
          <li key={photo.url} className="shrink-0">
            <a
              href={photo.url}
              className="block cursor-zoom-in rounded-control"
              onClick={(event) => open(event, position)}
            >
              <ResponsiveImage
                src={photo.url}
                sizes="72px"
                alt={captionOf(photo)}
                loading="lazy"
                className="size-18 rounded-control object-cover"
              />
            </a>
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
