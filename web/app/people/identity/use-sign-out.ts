import { useNavigate } from 'react-router';
import { leaveAccountCart } from '../../sales/cart/account-cart.ts';
import { useAuth } from '../../session/auth-store.ts';

/** Returns a function that signs out, also when the server is unreachable, and opens `to`. */
export function useSignOut(to = '/'): () => void {
  const navigate = useNavigate();
  const leave = () => {
    useAuth.getState().signOut();
    leaveAccountCart();
    return navigate(to);
  };
  return () =>
    void import('./end-server-session.ts')
      .then(({ endServerSession }) => endServerSession())
      .then(leave, leave);
}
