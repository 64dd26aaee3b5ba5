import { useEffect, useState } from 'react';
import { useMailedToken } from './use-mailed-token.ts';

const name = 'verify-email-token';

/**
 * Returns the token of a mailed link and stores it in this tab during a sign-in: a return URL with the token would send
 * it to the server.
 */
export function useStoredToken(): { token: string | undefined; forget: () => void } {
  const mailed = useMailedToken();
  const [stored, setStored] = useState<string>();
  useEffect(() => {
    if (mailed === undefined) return;
    try {
      if (mailed !== '') sessionStorage.setItem(name, mailed);
      setStored(mailed || (sessionStorage.getItem(name) ?? ''));
    } catch {
      setStored(mailed);
    }
  }, [mailed]);
  return { token: stored, forget };
}

function forget(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without storage there is no token to restore.
  }
}
