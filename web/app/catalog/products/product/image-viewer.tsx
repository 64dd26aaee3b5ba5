import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { X, ZoomIn, ZoomOut } from '../../../ui/icons/lucide.tsx';
import { useDialog } from '../../../ui/overlays/use-dialog.ts';
import { ImageStep } from './image-step.tsx';

type ResponsiveImage = { src: string | null; alt: string };

type ImageViewerProps = {
  name: string;
  images: ResponsiveImage[];
  currentIndex: number;
  open: boolean;
  onMove: (index: number) => void;
  onClose: () => void;
};

/** Full-screen image with zoom; arrow keys, swipes and buttons change the image. */
export default function ImageViewer({ name, images, currentIndex, open, onMove, onClose }: ImageViewerProps) {
  const zoom = useZoom();
  const image = images[currentIndex];
  const move = (index: number) => {
    if (index === currentIndex || index < 0 || index >= images.length) return;
    zoom.reset();
    onMove(index);
  };
  const close = () => {
    zoom.reset();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event, { currentIndex, last: images.length - 1, move, zoom });
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <dialog
      {...useDialog(open, close)}
      aria-label={`Images of ${name}`}
      className="viewer p-0"
      onKeyDown={onKeyDown}
    >
      <div className="flex h-full w-full flex-col">
        <div className="flex items-center gap-1 py-2 pr-2 pl-4">
          <p role="status" className="tabular mr-auto min-w-0 truncate text-ink-muted text-sm">
            <span className="text-ink">
              {currentIndex + 1} / {images.length}
            </span>
            <span className="ml-3">{image?.alt}</span>
          </p>
          <IconButton
            label="Zoom out"
            aria-disabled={!zoom.canShrink}
            className={zoom.canShrink ? '' : 'opacity-50'}
            onClick={() => zoom.step(-1)}
          >
            <ZoomOut className="size-5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Zoom in"
            aria-disabled={!zoom.canGrow}
            className={zoom.canGrow ? '' : 'opacity-50'}
            onClick={() => zoom.step(1)}
          >
            <ZoomIn className="size-5" strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <IconButton label="Close" onClick={close}>
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
        <div className="relative min-h-0 flex-1">
          <ZoomArea image={image} zoom={zoom} onSwipe={(by) => move(currentIndex + by)} />
          {images.length > 1 && (
            <>
              <ImageStep
                label="Previous image"
                disabled={currentIndex === 0}
                onClick={() => move(currentIndex - 1)}
                side="left"
              />
              <ImageStep
                label="Next image"
                disabled={currentIndex === images.length - 1}
                onClick={() => move(currentIndex + 1)}
                side="right"
              />
            </>
          )}
        </div>
      </div>
    </dialog>
  );
}

type Keys = { currentIndex: number; last: number; move: (index: number) => void; zoom: Zoom };

/** Returns the action of a key. While zoomed in, arrow keys scroll the image. */
function actionOf(
  { key }: KeyboardEvent,
  { currentIndex, last, move, zoom }: Keys,
): (() => void) | undefined {
  const always: Record<string, () => void> = {
    '+': () => zoom.step(1),
    '=': () => zoom.step(1),
    '-': () => zoom.step(-1),
    '0': zoom.reset,
  };
  const unzoomed: Record<string, () => void> = {
    ArrowLeft: () => move(currentIndex - 1),
    ArrowRight: () => move(currentIndex + 1),
    Home: () => move(0),
    End: () => move(last),
  };
  return always[key] ?? (zoom.scale === 1 ? unzoomed[key] : undefined);
}

const scales = [1, 1.75, 3, 5];
const pressedScale = 3;

type Point = { x: number; y: number };
type Zoom = ReturnType<typeof useZoom>;

/** Zoom level, and the point of the image that stays in place while it changes. */
function useZoom() {
  const area = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const anchor = useRef<{ share: Point; position: Point } | null>(null);

  useLayoutEffect(() => {
    const box = area.current;
    if (!box || !anchor.current) return;
    const { share, position } = anchor.current;
    box.scrollTo({
      left: share.x * box.clientWidth * scale - position.x,
      top: share.y * box.clientHeight * scale - position.y,
      behavior: 'instant',
    });
  }, [scale]);

  /** Without a point the center stays in place. */
  const zoomTo = (newScale: number, point?: Point) => {
    const box = area.current;
    if (!box) return;
    const position = point ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 };
    const share = {
      x: (box.scrollLeft + position.x) / box.scrollWidth,
      y: (box.scrollTop + position.y) / box.scrollHeight,
    };
    anchor.current = { share, position };
    setScale(newScale);
  };
  return {
    area,
    scale,
    canGrow: scale < (scales.at(-1) ?? 1),
    canShrink: scale > 1,
    step: (by: 1 | -1) => {
      const next = scales[scales.indexOf(scale) + by];
      if (next) zoomTo(next);
    },
    toggleAt: (point: Point) => zoomTo(scale === 1 ? pressedScale : 1, point),
    reset: () => setScale(1),
  };
}

type ZoomAreaProps = { image: ResponsiveImage | undefined; zoom: Zoom; onSwipe: (by: 1 | -1) => void };

/** Scrolls the zoomed image, which is wider than its frame, by touch, wheel, keys or dragging. */
function ZoomArea({ image, zoom, onSwipe }: ZoomAreaProps) {
  const drag = useDrag(zoom, onSwipe);
  return (
    <section
      ref={zoom.area}
      aria-label="Enlarged image"
      // Scrollable content must be reachable by keyboard.
      tabIndex={zoom.scale > 1 ? 0 : -1}
      {...drag}
      className={classNames(
        'h-full overflow-auto overscroll-contain [scrollbar-width:none] focus-visible:-outline-offset-2',
        zoom.scale > 1 ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in touch-pinch-zoom',
      )}
    >
      <img
        key={image?.src}
        src={image?.src ?? ''}
        alt={image?.alt ?? ''}
        draggable={false}
        className="max-w-none select-none object-contain"
        style={{ width: `${zoom.scale * 100}%`, height: `${zoom.scale * 100}%` }}
      />
    </section>
  );
}

const swipeDistance = 48;
const pressDistance = 6;

/** A click toggles the zoom, a mouse drags the zoomed image, and a swipe changes the image at normal size. */
function useDrag({ area, scale, toggleAt }: Zoom, onSwipe: (by: 1 | -1) => void) {
  const from = useRef<Point | null>(null);
  const moved = useRef(false);
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = { x: event.clientX, y: event.clientY };
      moved.current = false;
    },
    onPointerMove: (event: PointerEvent) => {
      if (!from.current || event.buttons === 0) return;
      const by = { x: event.clientX - from.current.x, y: event.clientY - from.current.y };
      if (Math.hypot(by.x, by.y) > pressDistance) moved.current = true;
      if (scale === 1 || event.pointerType !== 'mouse' || !moved.current) return;
      area.current?.scrollBy({ left: -by.x, top: -by.y, behavior: 'instant' });
      from.current = { x: event.clientX, y: event.clientY };
    },
    onPointerUp: (event: PointerEvent) => {
      const start = from.current;
      from.current = null;
      if (!start || scale > 1 || event.pointerType === 'mouse') return;
      const by = event.clientX - start.x;
      if (Math.abs(by) >= swipeDistance) onSwipe(by < 0 ? 1 : -1);
    },
    onClick: (event: MouseEvent) => {
      const box = area.current?.getBoundingClientRect();
      if (!box || moved.current) return;
      toggleAt({ x: event.clientX - box.left, y: event.clientY - box.top });
    },
  };
}
