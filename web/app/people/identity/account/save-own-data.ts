import { readResponse } from '@reprise/contract/client/http';
import { problemCodeOf } from '@reprise/contract/problem';
import { apiBase } from '../../../api/api-base.ts';
import { saveJson } from '../../../browser/save-blob.ts';
import { authToken } from '../../../session/auth-store.ts';
import { endSession } from '../../../session/end-session.ts';

/** Downloads all personal data of the signed-in customer as a file. */
export async function saveOwnData(): Promise<void> {
  saveJson('my-data.json', await fetchOwnData(authToken() ?? ''));
}

/** Returns the raw response, because the file contains major units rather than cents. */
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
