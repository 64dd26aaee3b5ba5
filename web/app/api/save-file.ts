import { authToken } from '../features/identity/auth-store.ts';
import { apiBase } from './api-base.ts';
import { readAnswer } from './browser-api.ts';

/**
 * Fetches a file that needs the rights of whoever is signed in (`/orders/admin/export?status=shipped`) and has the
 * browser save it. Throws a Problem where it is refused.
 */
export async function saveFile(path: string): Promise<void> {
  const response = await fetch(`${apiBase}${path}`, {
    headers: { authorization: `Bearer ${authToken() ?? ''}` },
  });
  if (!response.ok) await readAnswer(response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(response) ?? 'export';
  link.click();
  URL.revokeObjectURL(address);
}

function fileName(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
}
