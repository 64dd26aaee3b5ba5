import { Link } from 'react-router';
import { useAuth } from '../../../session/auth-store.ts';
import { buttonClass } from '../../../ui/button.tsx';

/**
 * Invites guests to sign up. The session is known only in the browser, after the first paint: for customers
 * the same block then links to their orders, without a layout shift.
 */
export function HomeSignUp() {
  const user = useAuth((state) => state.user);
  return (
    <section className="page-width py-16 lg:py-20">
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 rounded-tile bg-sunken px-6 py-10 sm:px-10">
        <div className="max-w-text">
          <h2 className="wrap-anywhere text-xl">
            {user ? `Welcome back, ${user.name}` : 'Keep track of what you buy'}
          </h2>
          <p className="mt-2 text-ink-muted">
            {user
              ? 'See where your orders are, and what you bought before.'
              : 'An account keeps your orders in one place. You can also buy without one.'}
          </p>
        </div>
        <p className="flex flex-wrap gap-3">
          {user ? (
            <Link to="/orders" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
              See your orders
            </Link>
          ) : (
            <Link to="/register" className={buttonClass({ size: 'lg', variant: 'secondary' })}>
              Create an account
            </Link>
          )}
        </p>
      </div>
    </section>
  );
}
