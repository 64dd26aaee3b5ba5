import { useLocation } from 'react-router';

/** Returns the email typed on the page before, so that it is not typed twice. */
export function useTypedEmail(): string {
  const { email } = (useLocation().state ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}
