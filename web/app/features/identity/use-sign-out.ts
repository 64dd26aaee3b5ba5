import { useNavigate } from 'react-router';
import { leaveAccountCart, whenCartIsSent } from '../cart/account-cart.ts';
import { useAuth } from './auth-store.ts';

/** Ends the session, on this side also when the shop cannot be reached, and goes to the front page. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => {
    void tellShop().then(() => {
      useAuth.getState().signOut();
      leaveAccountCart();
      return navigate('/');
    });
  };
}

/** Sends the call while the token is still there; its outcome changes nothing here. */
async function tellShop(): Promise<void> {
  try {
    await whenCartIsSent();
    const { api } = await import('../../api/browser-api.ts');
    api.logout().catch(() => {});
  } catch {
    // Not even the client could be loaded.
  }
}
