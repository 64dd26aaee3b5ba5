import { type StoredPicture, storedPicture } from '@reprise/contract/media';
import { authToken } from '../features/identity/auth-store.ts';
import { apiBase } from './api-base.ts';
import { readAnswer } from './browser-api.ts';

/** What a picture is made smaller to; left out, it keeps its size. */
export type Resize = { width?: number; height?: number; quality?: number };

type UploadOptions = {
  resize?: Resize;
  /** How much of the file has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
};

/** Stores a picture and brings back its address. Throws a Problem when it is refused. */
export async function uploadPicture(file: File, options: UploadOptions = {}): Promise<StoredPicture> {
  const { resize = {}, onProgress, signal } = options;
  const size = new URLSearchParams(
    Object.entries(resize).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const resized = size.size > 0;
  const form = new FormData();
  form.append(resized ? 'image' : 'file', file);
  const address = resized ? `${apiBase}/upload/image?${size}` : `${apiBase}/upload/single`;
  return storedPicture.parse(await readAnswer(await send(address, form, onProgress, signal)));
}

/** Not fetch: only XMLHttpRequest says how much of a file is on its way. */
function send(
  address: string,
  form: FormData,
  onProgress: UploadOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('authorization', `Bearer ${authToken() ?? ''}`);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('The upload was cut off'));
    request.onabort = () => reject(new DOMException('The upload was ended', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
