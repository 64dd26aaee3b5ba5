import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '../../../../api/error-message.ts';
import { type Resize, uploadImage } from '../../../../api/upload-image.ts';
import { shrinkImage, UnreadableImage } from '../../../../browser/shrink-image.ts';

/**
 * Upload with its share sent, from 0 to 1; then the shop processes the image. A failed one remains with its
 * error.
 */
export type Upload = { key: number; name: string; preview: string; sent: number; error?: string };

/** Uploads under way, and those that failed and were not dismissed. */
export type UploadState = { isBusy: boolean; failed: number };
export const noUploads: UploadState = { isBusy: false, failed: 0 };

const maxConcurrent = 3;

/**
 * Uploads images, a few at once, with progress. `onStored` receives them in the order in which they were
 * chosen, so that the first one stays the primary image.
 */
export function useUploads(onStored: (url: string) => void, onChange: (state: UploadState) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const deliver = useEffectEvent(onStored);
  const [enqueue] = useState(() => createQueue((url) => deliver(url)));
  const lastKey = useRef(0);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  const isBusy = uploads.some(({ error }) => error === undefined);
  const failed = uploads.filter(({ error }) => error !== undefined).length;
  useEffect(() => onChange({ isBusy, failed }), [isBusy, failed, onChange]);

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const dismiss = (key: number) =>
    setUploads((now) => {
      const dismissed = now.find((upload) => upload.key === key);
      if (dismissed) URL.revokeObjectURL(dismissed.preview);
      return now.filter((upload) => upload !== dismissed);
    });

  const start = (files: Iterable<File>, resize: Resize) => {
    for (const file of files) {
      lastKey.current += 1;
      const key = lastKey.current;
      setUploads((now) => [...now, { key, name: file.name, preview: URL.createObjectURL(file), sent: 0 }]);
      enqueue(async () => {
        try {
          const { url } = await uploadImage(await shrinkImage(file), {
            resize,
            signal: leaving.current.signal,
            onProgress: (sent) => change(key, { sent }),
          });
          dismiss(key);
          return url;
        } catch (error) {
          const reason = error instanceof UnreadableImage ? error.message : 'could not be uploaded';
          change(key, { error: messageOf(error, reason) });
          return null;
        }
      });
    }
  };
  return { uploads, start, dismiss };
}

type Task = () => Promise<string | null>;

/** Runs a few tasks at once and passes on their results in order. */
function createQueue(deliver: (url: string) => void) {
  const waiting: { task: Task; index: number }[] = [];
  const finished = new Map<number, string | null>();
  let [running, next, last] = [0, 0, 0];
  const deliverFinished = () => {
    for (let url = finished.get(next); url !== undefined; url = finished.get(next)) {
      finished.delete(next);
      next += 1;
      if (url !== null) deliver(url);
    }
  };
  const startMore = () => {
    const started = running < maxConcurrent ? waiting.shift() : undefined;
    if (!started) return;
    running += 1;
    void started.task().then((url) => {
      running -= 1;
      finished.set(started.index, url);
      deliverFinished();
      startMore();
    });
  };
  return (task: Task) => {
    waiting.push({ task, index: last });
    last += 1;
    startMore();
  };
}
