import { readResponse } from '@reprise/contract/client/http';
import { authToken } from '../session/auth-store.ts';
import { apiBase } from './api-base.ts';

export type SendOptions = {
  /** Receives the uploaded share of the form, from 0 to 1. */
  onProgress?: ((sent: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** Right of a guest to an order. */
  orderToken?: string | undefined;
};

/**
 * Uploads files to an API path and returns the `data` of the response; throws a Problem when they are
 * rejected. Uses XMLHttpRequest because fetch reports no upload progress.
 */
export async function sendForm(path: string, form: FormData, options: SendOptions = {}): Promise<unknown> {
  return readResponse(await send(path, form, options));
}

function send(
  path: string,
  form: FormData,
  { onProgress, signal, orderToken }: SendOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${apiBase}${path}`);
    const token = authToken();
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (orderToken) request.setRequestHeader('x-order-token', orderToken);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('The upload was interrupted'));
    request.onabort = () => reject(new DOMException('The upload was aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
