import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** The token behind the # of a mailed link; undefined until the browser has been asked, '' when there is none. */
export function useMailedToken(): string | undefined {
  const { hash } = useLocation();
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const value = hash.slice(1);
    setToken(new URLSearchParams(value).get('token') ?? (value.includes('=') ? '' : value));
  }, [hash]);
  return token;
}
