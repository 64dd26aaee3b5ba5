import { useNavigate } from 'react-router';
import { leaveAccountCart } from '../features/cart/account-cart.ts';
import { useAuth } from './auth-store.ts';

/** Ends the session, on this side also when the shop cannot be reached, and goes to the front page or `to`. */
export function useSignOut(to = '/'): () => void {
  const navigate = useNavigate();
  const leave = () => {
    useAuth.getState().signOut();
    leaveAccountCart();
    return navigate(to);
  };
  return () => void import('./leave-shop.ts').then(({ leaveShop }) => leaveShop()).then(leave, leave);
}
