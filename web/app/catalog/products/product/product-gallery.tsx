import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Maximize2 } from '../../../ui/icons/lucide.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { ProductImage } from '../product-image.tsx';
import { ImageStep } from './image-step.tsx';

/** Loaded when the viewer first opens. */
const ImageViewer = lazyPart(() => import('./image-viewer.tsx'));

type ProductGalleryProps = {
  name: string;
  images: string[];
  alts: string[];
  /** Image to open at, instead of the first. */
  openAt?: string | null | undefined;
};

/**
 * Images in a row with scroll snapping: swiped, stepped by buttons and arrow keys, or chosen by thumbnail. A
 * click opens the full-screen viewer.
 */
export function ProductGallery({ name, images, alts, openAt }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [currentIndex, setCurrentIndex] = useState(0);
  const [viewer, setViewer] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const items = (images.length > 0 ? images : [null]).map((src, index) => ({
    src,
    alt: alts[index] || (images.length > 1 ? `${name}, image ${index + 1} of ${images.length}` : name),
  }));
  const canEnlarge = images.length > 0;

  const show = (index: number, behavior?: ScrollBehavior) => {
    const list = strip.current;
    const target = Math.max(0, Math.min(items.length - 1, index));
    list?.scrollTo({ left: target * list.clientWidth, behavior: behavior ?? scrollMotion() });
  };
  const openFirst = useEffectEvent(() => {
    const index = openAt ? images.indexOf(openAt) : -1;
    if (index > 0) show(index, 'instant');
  });
  useEffect(() => openFirst(), []);
  const enlarge = () => canEnlarge && setViewer('open');
  const followScroll = () => {
    const list = strip.current;
    if (list && list.clientWidth > 0) setCurrentIndex(Math.round(list.scrollLeft / list.clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return enlarge();
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(currentIndex + step);
  };

  return (
    <section aria-label={`Images of ${name}`}>
      <div className="group relative overflow-hidden rounded-tile bg-sunken">
        <ul
          ref={strip}
          onScroll={followScroll}
          onKeyDown={onKeyDown}
          onClick={enlarge}
          tabIndex={items.length > 1 ? 0 : undefined}
          className={classNames(
            'flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] focus-visible:-outline-offset-2',
            canEnlarge && 'cursor-zoom-in',
          )}
        >
          {items.map((item, index) => (
            <Slide key={item.src} item={item} eager={index === 0} />
          ))}
        </ul>
        {items.length > 1 && <Steps count={items.length} currentIndex={currentIndex} onShow={show} />}
        {canEnlarge && (
          <IconButton
            label="Enlarge the image"
            onClick={enlarge}
            className="absolute! top-3 right-3 rounded-full! border border-line bg-raised text-ink noscript:hidden"
          >
            <Maximize2 className="size-4.5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {items.length > 1 && <Thumbnails items={items} currentIndex={currentIndex} onShow={show} />}
      {viewer !== 'unopened' && (
        <Suspense>
          <ImageViewer
            name={name}
            images={items}
            currentIndex={currentIndex}
            open={viewer === 'open'}
            // The viewer covers the row, so it jumps without animation.
            onMove={(index) => show(index, 'instant')}
            onClose={() => setViewer('closed')}
          />
        </Suspense>
      )}
    </section>
  );
}

type Item = { src: string | null; alt: string };

function Slide({ item: { src, alt }, eager }: { item: Item; eager: boolean }) {
  return (
    <li className="w-full shrink-0 snap-start">
      <ProductImage
        src={src}
        alt={alt}
        eager={eager}
        sizes="(min-width: 64rem) 40rem, 100vw"
        className="max-sm:aspect-10/11"
      />
    </li>
  );
}

type StepsProps = { count: number; currentIndex: number; onShow: (index: number) => void };

function Steps({ count, currentIndex, onShow }: StepsProps) {
  return (
    <>
      <ImageStep
        label="Previous image"
        disabled={currentIndex === 0}
        onClick={() => onShow(currentIndex - 1)}
        side="left"
        className="max-sm:hidden noscript:hidden"
      />
      <ImageStep
        className="max-sm:hidden noscript:hidden"
        label="Next image"
        disabled={currentIndex === count - 1}
        onClick={() => onShow(currentIndex + 1)}
        side="right"
      />
      <Dots count={count} currentIndex={currentIndex} />
    </>
  );
}

type ThumbnailsProps = Omit<StepsProps, 'count'> & { items: Item[] };

function Thumbnails({ items, currentIndex, onShow }: ThumbnailsProps) {
  return (
    <ul className="mt-3 hidden grid-cols-6 gap-3 sm:grid noscript:hidden">
      {items.map(({ src }, index) => (
        <li key={src}>
          <button
            type="button"
            aria-label={`Show image ${index + 1}`}
            aria-current={index === currentIndex ? 'true' : undefined}
            onClick={() => onShow(index)}
            className={classNames(
              'block w-full overflow-hidden rounded-control ring-offset-2 ring-offset-paper transition-shadow',
              index === currentIndex ? 'ring-2 ring-ink' : 'ring-1 ring-line hover:ring-line-strong',
            )}
          >
            <ProductImage src={src} alt="" sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  );
}

const scrollMotion = (): ScrollBehavior =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';

/** Position indicator for swiping on phones. */
function Dots({ count, currentIndex }: { count: number; currentIndex: number }) {
  return (
    <span
      aria-hidden="true"
      className="-translate-x-1/2 absolute bottom-3 left-1/2 flex items-center gap-1.5 rounded-full bg-raised/90 px-2.5 py-2 sm:hidden noscript:hidden"
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: dots have no other identity
          key={index}
          className={classNames(
            'h-1.5 rounded-full transition-colors',
            index === currentIndex ? 'w-4 bg-ink' : 'w-1.5 bg-line-strong',
          )}
        />
      ))}
    </span>
  );
}
