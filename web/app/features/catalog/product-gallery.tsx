import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProductPicture } from './product-picture.tsx';

type ProductGalleryProps = { name: string; images: string[]; alts: string[] };

/** The pictures in a row that snaps: swiped, stepped by buttons and arrow keys, or chosen by thumbnail. */
export function ProductGallery({ name, images, alts }: ProductGalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const pictures = images.length > 0 ? images : [null];

  const show = (index: number) => {
    const list = strip.current;
    const wanted = Math.max(0, Math.min(pictures.length - 1, index));
    list?.scrollTo({ left: wanted * list.clientWidth, behavior: 'smooth' });
  };
  const followScroll = () => {
    const list = strip.current;
    if (list && list.clientWidth > 0) setAt(Math.round(list.scrollLeft / list.clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(at + step);
  };

  return (
    <section aria-label={`Pictures of ${name}`}>
      <div className="group relative overflow-hidden rounded-tile bg-sunken">
        <ul
          ref={strip}
          onScroll={followScroll}
          onKeyDown={onKeyDown}
          tabIndex={pictures.length > 1 ? 0 : undefined}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] focus-visible:-outline-offset-2"
        >
          {pictures.map((src, index) => (
            <li key={src} className="w-full shrink-0 snap-start">
              <ProductPicture
                src={src}
                alt={
                  alts[index] ||
                  (pictures.length > 1 ? `${name}, picture ${index + 1} of ${pictures.length}` : name)
                }
                eager={index === 0}
                className="max-sm:aspect-square"
              />
            </li>
          ))}
        </ul>
        {pictures.length > 1 && (
          <>
            <Step label="Previous picture" disabled={at === 0} onClick={() => show(at - 1)} side="left" />
            <Step
              label="Next picture"
              disabled={at === pictures.length - 1}
              onClick={() => show(at + 1)}
              side="right"
            />
            <p className="tabular absolute right-3 bottom-3 rounded-full bg-raised/90 px-2.5 text-xs leading-6 sm:hidden">
              {at + 1} / {pictures.length}
            </p>
          </>
        )}
      </div>
      {pictures.length > 1 && (
        <ul className="mt-3 hidden grid-cols-6 gap-3 sm:grid noscript:hidden">
          {pictures.map((src, index) => (
            <li key={src}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1}`}
                aria-current={index === at ? 'true' : undefined}
                onClick={() => show(index)}
                className={classNames(
                  'block w-full overflow-hidden rounded-control ring-offset-2 ring-offset-paper transition-shadow',
                  index === at ? 'ring-2 ring-ink' : 'ring-1 ring-line hover:ring-line-strong',
                )}
              >
                <ProductPicture src={src} alt="" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type StepProps = { label: string; disabled: boolean; onClick: () => void; side: 'left' | 'right' };

function Step({ label, disabled, onClick, side }: StepProps) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={label}
      aria-disabled={disabled}
      onClick={onClick}
      className={classNames(
        'absolute! top-1/2 -translate-y-1/2 rounded-full! border border-line bg-raised text-ink max-sm:hidden noscript:hidden',
        side === 'left' ? 'left-3' : 'right-3',
        disabled && 'opacity-0',
      )}
    >
      <Icon className="size-5" aria-hidden="true" />
    </IconButton>
  );
}
