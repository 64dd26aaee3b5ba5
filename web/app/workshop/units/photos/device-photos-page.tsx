import { formatTimeAs } from '@reprise/contract/dates';
import type { TicketUpload } from '@reprise/contract/workshop/units/photo-tickets';
import { type PhotoView, photoViewLabels } from '@reprise/contract/workshop/units/unit-photos';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { useSendPhotos } from '../../../api/use-send-photos.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PhotoUploads } from '../../../ui/forms/photo-uploads.tsx';
import { Camera, Check } from '../../../ui/icons/lucide.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

export const meta = () => [
  { title: 'Photos of a device' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/**
 * Camera page of a phone that scanned the code on the page of a unit. The ticket is in the fragment of the URL, which no
 * server or proxy logs.
 */
export default function DevicePhotosPage() {
  const ticket = useTicket();
  return (
    <main id="content" className="mx-auto min-h-dvh w-full max-w-lg px-4 pt-6 pb-16">
      {ticket === undefined ? <Waiting /> : <Upload key={ticket} ticket={ticket} />}
    </main>
  );
}

const Waiting = () => (
  <div className="grid gap-4" role="status" aria-label="Loading">
    <Skeleton className="h-8 w-60" />
    <Skeleton className="h-40" />
  </div>
);

/** Ticket of the URL, also when another code is scanned into the same tab; undefined before hydration. */
function useTicket(): string | undefined {
  const [ticket, setTicket] = useState<string>();
  useEffect(() => {
    const read = () => setTicket(window.location.hash.slice(1));
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return ticket;
}

function Upload({ ticket }: { ticket: string }) {
  const [upload, setUpload] = useState<TicketUpload>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  const read = useCallback(async () => {
    setIsReading(true);
    try {
      setUpload(await api.readPhotoTicket({ params: { ticket } }));
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setIsReading(false);
  }, [ticket]);
  useEffect(() => void read(), [read]);
  if (problem) {
    return (
      <ErrorState title="No photos can be taken" onRetry={() => void read()} retrying={isReading}>
        {problem}
      </ErrorState>
    );
  }
  if (!upload) return <Waiting />;
  return <Views ticket={ticket} upload={upload} onSent={(response) => setUpload(response as TicketUpload)} />;
}

type ViewsProps = { ticket: string; upload: TicketUpload; onSent: (response: unknown) => void };

function Views({ ticket, upload: { model, views, taken, remaining, expiresAt }, onSent }: ViewsProps) {
  const { uploads, start, retry, dismiss } = useSendPhotos<PhotoView>({
    pathOf: (photo) => `/unit-photos/${ticket}?${new URLSearchParams(photo)}`,
    onSent,
  });
  const camera = useRef<HTMLInputElement>(null);
  const view = useRef<PhotoView>('detail');
  const isDone = (candidate: PhotoView) =>
    taken.includes(candidate) || uploads.some(({ view }) => view === candidate);
  const next = views.find((candidate) => !isDone(candidate)) ?? 'detail';
  const take = (chosen: PhotoView) => {
    view.current = chosen;
    camera.current?.click();
  };
  const isFull = remaining <= uploads.length;
  return (
    <div className="grid gap-6">
      <div>
        <h1 className="wrap-anywhere text-xl">{model}</h1>
        <p className="mt-1 text-ink-muted">
          Wipe the device, lay it on a plain ground in even light, and fill the picture with it.
        </p>
      </div>
      {isFull ? (
        <p className="rounded-control bg-good-tint px-4 py-3 text-good-text">
          This device has as many photos as it may have.
        </p>
      ) : (
        <Button size="lg" wide className="min-h-16 text-lg" onClick={() => take(next)}>
          <Camera className="size-6" aria-hidden="true" />
          {photoViewLabels[next]}
        </Button>
      )}
      <PhotoUploads
        uploads={uploads}
        nameOf={(view) => photoViewLabels[view]}
        onRetry={retry}
        onDismiss={dismiss}
      />
      <ul className="grid grid-cols-2 gap-2" aria-label="Views">
        {views.map((candidate) => (
          <li key={candidate}>
            <button
              type="button"
              disabled={isFull}
              className={classNames(
                'flex min-h-14 w-full items-center gap-2 rounded-control border px-3 text-left font-medium disabled:opacity-50',
                isDone(candidate) ? 'border-transparent bg-good-tint text-good-text' : 'border-line-strong',
              )}
              onClick={() => take(candidate)}
            >
              {isDone(candidate) ? (
                <Check className="size-5 shrink-0" aria-hidden="true" />
              ) : (
                <Camera className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
              )}
              {photoViewLabels[candidate]}
              {isDone(candidate) && <span className="sr-only">, taken</span>}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-ink-muted text-sm">
        The code ends at {timeOf(expiresAt)}. Photos go to the workshop and are not public.
      </p>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo to send"
        onChange={(event) => {
          start(event.target.files ?? [], view.current);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** Time on the clock of the phone, which need not be in the time zone of the store. */
const timeOf = (time: string) => formatTimeAs('clock', time);
