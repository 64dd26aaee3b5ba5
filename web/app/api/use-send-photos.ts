import { maxPhotoSide } from '@reprise/contract/workshop/units/unit-photos';
import { useEffect, useRef, useState } from 'react';
import { shrinkImage, UnreadableImage } from '../browser/shrink-image.ts';
import { messageOf } from './error-message.ts';
import { sendForm } from './send-form.ts';

/** Photo on its way; `error` is set once it failed, and the photo stays here until it is sent again. */
type PhotoUpload<View extends string> = {
  key: string;
  view: View;
  preview: string;
  sent: number;
  error?: string;
};

type Waiting<View extends string> = PhotoUpload<View> & { file: File };

type Sender<View extends string> = {
  /** Path of the API for a photo. */
  pathOf: (photo: { key: string; view: View }) => string;
  orderToken?: string | undefined;
  onSent: (response: unknown) => void;
};

const offline = 'Not sent. The photo is still here: try again when you are connected.';

/**
 * Sends photos one after the other to the API, shrunk. A photo has the same key each time it is sent, so that the
 * shop stores it once even if a response was lost.
 */
export function useSendPhotos<View extends string>({ pathOf, orderToken, onSent }: Sender<View>) {
  const [uploads, setUploads] = useState<Waiting<View>[]>([]);
  const newest = useRef(uploads);
  const isSending = useRef(false);
  const change = (next: Waiting<View>[]) => {
    newest.current = next;
    setUploads(next);
  };
  const patch = (key: string, changes: Partial<Waiting<View>>) =>
    change(newest.current.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const drop = (key: string) => {
    const dropped = newest.current.find((upload) => upload.key === key);
    if (dropped) URL.revokeObjectURL(dropped.preview);
    change(newest.current.filter((upload) => upload !== dropped));
  };

  const send = async ({ key, file, view }: Waiting<View>) => {
    try {
      const form = new FormData();
      form.append('photo', await shrinkImage(file, maxPhotoSide));
      const onProgress = (sent: number) => patch(key, { sent });
      const response = await sendForm(pathOf({ key, view }), form, { onProgress, orderToken });
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
    uploads: uploads as PhotoUpload<View>[],
    start: (files: Iterable<File>, view: View) => {
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
