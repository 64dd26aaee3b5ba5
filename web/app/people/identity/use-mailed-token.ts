import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** Returns the token in the URL fragment of a mailed link; undefined before hydration, '' without one. */
export function useMailedToken(): string | undefined {
  const { hash } = useLocation();
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const value = hash.slice(1);
    setToken(new URLSearchParams(value).get('token') ?? (value.includes('=') ? '' : value));
  }, [hash]);
  return token;
}
