import { useEffect, useState } from 'react';
import { useMailedToken } from './use-mailed-token.ts';

const name = 'verify-email-token';

/**
 * The token of a mailed link, kept in this tab while its reader signs in. An address of the sign-in page that led back
 * here with the token would send it to the server.
 */
export function useKeptToken(): { token: string | undefined; forget: () => void } {
  const mailed = useMailedToken();
  const [kept, setKept] = useState<string>();
  useEffect(() => {
    if (mailed === undefined) return;
    try {
      if (mailed !== '') sessionStorage.setItem(name, mailed);
      setKept(mailed || (sessionStorage.getItem(name) ?? ''));
    } catch {
      setKept(mailed);
    }
  }, [mailed]);
  return { token: kept, forget };
}

function forget(): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // A browser without storage has kept nothing.
  }
}
