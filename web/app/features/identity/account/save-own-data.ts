import { readResponse } from '@reprise/contract/client/http';
import { problemCodeOf } from '@reprise/contract/problem';
import { apiBase } from '../../../api/api-base.ts';
import { authToken } from '../../../session/auth-store.ts';
import { endSession } from '../../../session/end-session.ts';

/** Downloads all personal data of the signed-in customer as a file. */
export async function saveOwnData(): Promise<void> {
  const data = await fetchOwnData(authToken() ?? '');
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'my-data.json';
  link.click();
  // The browser has started the download once the click event has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Returns the raw response, because the file contains dollars rather than cents. */
async function fetchOwnData(token: string): Promise<unknown> {
  const response = await fetch(`${apiBase}/users/profile/export`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(60_000),
  });
  try {
    return await readResponse(response);
  } catch (error) {
    if (problemCodeOf(error) === 'UNAUTHENTICATED') endSession(token);
    throw error;
  }
}
