import { useNavigate } from 'react-router';
import { useAuth } from './auth-store.ts';

/** Signs out and goes to the front page. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const signOut = useAuth((state) => state.signOut);
  return () => {
    signOut();
    void navigate('/');
  };
}
