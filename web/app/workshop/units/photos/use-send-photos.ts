import { maxPhotoSide, type PhotoView } from '@reprise/contract/workshop/units/unit-photos';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../api/error-message.ts';
import { sendForm } from '../../../api/send-form.ts';
import { shrinkImage, UnreadableImage } from '../../../browser/shrink-image.ts';

/** Photo on its way; `error` is set once it failed, and the photo stays here until it is sent again. */
export type PhotoUpload = { key: string; view: PhotoView; preview: string; sent: number; error?: string };

type Waiting = PhotoUpload & { file: File };

const offline = 'Not sent. The photo is still here: try again when you are connected.';

/**
 * Sends photos one after the other to an API path, shrunk. A photo has the same key each time it is sent, so that the
 * shop stores it once even if a response was lost.
 */
export function useSendPhotos(path: string, onSent: (response: unknown) => void) {
  const [uploads, setUploads] = useState<Waiting[]>([]);
  const newest = useRef(uploads);
  const isSending = useRef(false);
  const change = (next: Waiting[]) => {
    newest.current = next;
    setUploads(next);
  };
  const patch = (key: string, changes: Partial<Waiting>) =>
    change(newest.current.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const drop = (key: string) => {
    const dropped = newest.current.find((upload) => upload.key === key);
    if (dropped) URL.revokeObjectURL(dropped.preview);
    change(newest.current.filter((upload) => upload !== dropped));
  };

  const send = async ({ key, file, view }: Waiting) => {
    try {
      const form = new FormData();
      form.append('photo', await shrinkImage(file, maxPhotoSide));
      const onProgress = (sent: number) => patch(key, { sent });
      const response = await sendForm(`${path}?${new URLSearchParams({ view, key })}`, form, { onProgress });
      drop(key);
      onSent(response);
    } catch (error) {
      patch(key, {
        error: error instanceof UnreadableImage ? `This is ${error.message}` : messageOf(error, offline),
      });
    }
  };
  const work = async () => {
    if (isSending.current) return;
    isSending.current = true;
    for (;;) {
      const next = newest.current.find(({ error }) => error === undefined);
      if (!next) break;
      await send(next);
    }
    isSending.current = false;
  };
  useWarning(uploads.length > 0);

  return {
    uploads: uploads as PhotoUpload[],
    start: (files: Iterable<File>, view: PhotoView) => {
      const added = [...files].map((file) => {
        return { key: crypto.randomUUID(), file, view, preview: URL.createObjectURL(file), sent: 0 };
      });
      change([...newest.current, ...added]);
      void work();
    },
    retry: () => {
      change(newest.current.map(({ error: _, ...upload }) => ({ ...upload, sent: 0 })));
      void work();
    },
    dismiss: drop,
  };
}

/** Asks before the page is left while photos are not sent. */
function useWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);
}
