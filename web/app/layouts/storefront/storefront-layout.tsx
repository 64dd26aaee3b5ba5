import type { ReactNode } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { CompareSync } from '../../catalog/compare/compare-sync.tsx';
import { WishlistSync } from '../../catalog/wishlist/wishlist-sync.tsx';
import { DrawerContent, DrawerFooter } from '../../sales/cart/drawer-content.tsx';
import { IconSprite } from '../../ui/icons/icon-sprite.tsx';
import { isMissingPage, Problem, problemMeta } from '../../ui/problem-page.tsx';
import MissingPage, { meta as missingMeta } from '../missing-page.tsx';
import type { Route } from './+types/storefront-layout';
import { CartDrawer } from './cart-drawer.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

export const meta: Route.MetaFunction = ({ error, matches }) => {
  if (isMissingPage(error)) return missingMeta();
  return error ? problemMeta() : (matches[0].meta ?? []);
};

export default function StorefrontLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Shows missing and failed pages inside the storefront's frame. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Frame>{isMissingPage(error) ? <MissingPage /> : <Problem error={error} />}</Frame>;
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div>
      <IconSprite />
      <NavigationProgress />
      <Header />
      {/* Keeps the footer below the first screen, where loading content cannot shift it. */}
      <main id="content" tabIndex={-1} className="min-h-[calc(100lvh-4rem)] outline-none">
        {children}
      </main>
      <Footer />
      <CartDrawer footer={<DrawerFooter />}>
        <DrawerContent />
      </CartDrawer>
      <CompareSync />
      <WishlistSync />
    </div>
  );
}

/** Progress bar during navigation; it appears with a delay, so that fast ones show none. */
function NavigationProgress() {
  if (useNavigation().state === 'idle') return null;
  return <div role="progressbar" aria-label="Loading" className="on-the-way" />;
}
