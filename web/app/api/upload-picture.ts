import { type StoredPicture, storedPicture } from '@reprise/contract/media';
import { authToken } from '../features/identity/auth-store.ts';
import { apiBase } from './api-base.ts';
import { readAnswer } from './browser-api.ts';

/** Stores a picture and brings back its address. Throws a Problem when it is refused. */
export async function uploadPicture(file: File, signal?: AbortSignal): Promise<StoredPicture> {
  const form = new FormData();
  form.append('file', file);
  const response = await fetch(`${apiBase}/upload/single`, {
    method: 'POST',
    headers: { authorization: `Bearer ${authToken() ?? ''}` },
    body: form,
    signal: signal ?? null,
  });
  return storedPicture.parse(await readAnswer(response));
}
