import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useAuth } from '../../session/auth-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { SpriteIcon } from '../../ui/icons/icon-sprite.tsx';
import { Menu } from '../../ui/icons/lucide.tsx';
import { Disclosure } from '../../ui/overlays/disclosure.tsx';
import { Wordmark } from '../wordmark.tsx';
import { CartToggle } from './cart-toggle.tsx';
import { CategoriesMenu, LazyCategories } from './categories-menu.tsx';
import { SearchBox } from './search-box.tsx';
import { AccountLinks, GuestLinks, UserMenu } from './user-menu.tsx';

/**
 * On phones the row of the logo scrolls away, and the row with search, wishlist and cart stays; all of it scrolls away on
 * the checkout, which has a bar of its own.
 */
export function Header() {
  const isCheckout = useLocation().pathname === '/checkout';
  return (
    <header
      data-site
      className={classNames(
        'sticky -top-13 z-20 border-line border-b bg-paper md:top-0 print:static',
        isCheckout && 'max-md:static',
      )}
    >
      <div className="page-width relative flex flex-wrap items-center gap-x-2 py-2 md:h-16 md:flex-nowrap md:py-0 lg:gap-x-6">
        <Link to="/" className="mr-auto flex min-h-11 items-center rounded-control py-1 lg:mr-2">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden gap-6 text-sm lg:flex">
          <HeaderLink to="/products">Products</HeaderLink>
          <span className="flex items-center gap-0.5">
            <HeaderLink to="/categories">Categories</HeaderLink>
            <CategoriesMenu />
          </span>
          <HeaderLink to="/deals">Deals</HeaderLink>
        </nav>
        <span className="order-2 h-2 w-full md:hidden" />
        <SearchBox className="min-w-0 grow max-md:order-3 md:grow-0 md:basis-80 lg:ml-auto lg:basis-96" />
        <div className="hidden lg:block">
          <UserMenu />
        </div>
        <div className="-mr-2.5 flex max-md:order-4">
          <Link to="/wishlist" aria-label="Wishlist" className={iconButtonClass()}>
            <SpriteIcon name="heart" className="size-5" />
          </Link>
          <CartToggle />
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          'flex min-h-11 items-center border-b-2 font-medium transition-colors',
          isActive ? 'border-primary-fill text-ink' : 'border-transparent text-ink-muted hover:text-ink',
        )
      }
    >
      {children}
    </NavLink>
  );
}

const rowClass =
  'flex min-h-12 w-full items-center border-line border-b px-4 text-left font-medium last:border-b-0';

function MobileMenu() {
  const user = useAuth((state) => state.user);
  const [opened, setOpened] = useState(0);
  return (
    <Disclosure
      label="Menu"
      onOpen={() => setOpened(opened + 1)}
      className="-mr-2.5 max-md:order-1 lg:hidden"
      summaryClassName={iconButtonClass()}
      summary={<Menu className="size-5" strokeWidth={1.75} aria-hidden="true" />}
    >
      <nav
        aria-label="Menu"
        className="absolute inset-x-4 top-full z-30 max-h-[calc(100dvh-5rem)] overflow-y-auto md:left-auto md:w-72 rounded-tile border border-line bg-raised shadow-float"
      >
        <Link to="/products" className={rowClass}>
          Products
        </Link>
        <Link to="/categories" className={rowClass}>
          Categories
        </Link>
        <LazyCategories requests={opened} inRows />
        <Link to="/deals" className={rowClass}>
          Deals
        </Link>
        <Link to="/wishlist" className={rowClass}>
          Wishlist
        </Link>
        <Link to="/track" className={rowClass}>
          Track an order
        </Link>
        <Link to="/support" className={rowClass}>
          Support
        </Link>
        {user ? (
          <AccountLinks user={user} itemClassName={rowClass} />
        ) : (
          <GuestLinks signInClassName={rowClass} signUpClassName={rowClass} />
        )}
      </nav>
    </Disclosure>
  );
}
