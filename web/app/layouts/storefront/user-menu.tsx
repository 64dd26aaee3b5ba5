import { Link, useLocation } from 'react-router';
import { useSignOut } from '../../people/identity/use-sign-out.ts';
import { type SignedInUser, useAuth } from '../../session/auth-store.ts';
import { signInUrl } from '../../session/local-path.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ChevronDown } from '../../ui/icons/lucide.tsx';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';

/** Account part of the header. Guests and customers see the same width, so nothing shifts. */
export function UserMenu() {
  const user = useAuth((state) => state.user);
  return (
    <div className="flex w-44 items-center justify-end gap-1">
      {user ? (
        <Account user={user} />
      ) : (
        <GuestLinks
          signInClassName={buttonClass({ variant: 'ghost' })}
          signUpClassName={buttonClass({ variant: 'outline' })}
        />
      )}
    </div>
  );
}

/** Sign In and Sign Up, which lead back to this page: shared by the header and the phone menu. */
export function GuestLinks(props: { signInClassName: string; signUpClassName: string }) {
  const { pathname, search } = useLocation();
  // On the sign-in page itself this leads through it to the page that it leads back to.
  const from = pathname + search;
  return (
    <>
      <Link to={signInUrl(from)} className={props.signInClassName}>
        Sign In
      </Link>
      <Link to={signInUrl(from, '/register')} className={props.signUpClassName}>
        Sign Up
      </Link>
    </>
  );
}

function Account({ user }: { user: SignedInUser }) {
  return (
    <Disclosure
      label={`Account of ${user.name}`}
      className="group relative min-w-0"
      summaryClassName={`${buttonClass({ variant: 'ghost' })} max-w-44`}
      summary={
        <>
          <span className="truncate">{user.name}</span>
          <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
        </>
      }
    >
      <div className="absolute right-0 z-30 mt-1.5 w-max min-w-48 max-w-72 rounded-tile border border-line bg-raised p-1.5 shadow-float">
        <p className="truncate px-3 pt-1.5 pb-2 text-ink-muted text-sm">{user.email}</p>
        <AccountLinks user={user} itemClassName={menuItemClass} />
      </div>
    </Disclosure>
  );
}

const menuItemClass =
  'flex min-h-9 w-full items-center rounded-control px-3 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11';

/** Profile, Orders, Admin Panel for administrators, Sign Out: shared by the menu and the phone menu. */
export function AccountLinks({ user, itemClassName }: { user: SignedInUser; itemClassName: string }) {
  const signOut = useSignOut();
  return (
    <>
      <Link to="/profile" className={itemClassName}>
        Profile
      </Link>
      <Link to="/orders" className={itemClassName}>
        Orders
      </Link>
      {user.role === 'admin' && (
        <Link to="/admin" className={itemClassName}>
          Admin Panel
        </Link>
      )}
      <button type="button" onClick={signOut} className={itemClassName}>
        Sign Out
      </button>
    </>
  );
}
