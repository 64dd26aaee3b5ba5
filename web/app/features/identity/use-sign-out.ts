import { useNavigate } from 'react-router';
import { useAuth } from '../../session/auth-store.ts';
import { leaveAccountCart } from '../cart/account-cart.ts';

/** Returns a function that signs out, even while the shop is unreachable, and opens the home page or `to`. */
export function useSignOut(to = '/'): () => void {
  const navigate = useNavigate();
  const leave = () => {
    useAuth.getState().signOut();
    leaveAccountCart();
    return navigate(to);
  };
  return () => void import('./leave-shop.ts').then(({ leaveShop }) => leaveShop()).then(leave, leave);
}
