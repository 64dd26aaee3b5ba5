import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAuth } from '../../session/auth-store.ts';
import { canOpen } from '../../session/local-path.ts';

/** Redirects a signed-in visitor to the page they came from, unless their role may not open it. */
export function useSignInRedirect(from: string): { leaving: boolean; error?: string | undefined } {
  const navigate = useNavigate();
  const user = useAuth(({ user, loading }) => (loading ? null : user));
  const leaving = user !== null && canOpen(from, user.role);

  useEffect(() => {
    if (leaving) void navigate(from, { replace: true });
  }, [leaving, from, navigate]);

  const isForbidden = user !== null && !leaving;
  return {
    leaving,
    error: isForbidden ? 'Sign in with an administrator account to open the back office.' : undefined,
  };
}
