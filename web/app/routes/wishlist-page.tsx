import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/browser-api.ts';
import { noResponse } from '../api/error-message.ts';
import { toCardProduct } from '../catalog/products/card-product.ts';
import { ProductGrid, ProductGridSkeleton } from '../catalog/products/product-grid.tsx';
import { applyRemoteWishlist } from '../catalog/wishlist/send-wishlist-changes.ts';
import { useWishlist } from '../catalog/wishlist/wishlist-store.ts';
import { NeedsScripts } from '../foundations/page-texts/needs-scripts.tsx';
import { useAuth } from '../session/auth-store.ts';
import { signInUrl } from '../session/local-path.ts';
import { privatePageMeta } from '../session/private-page-meta.ts';
import { buttonClass } from '../ui/button.tsx';
import { WishlistDrawing } from '../ui/drawings/wishlist-drawing.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import type { Route } from './+types/wishlist-page';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Wishlist', matches[0].loaderData?.settings.storeName);

/**
 * Shows the wishlist at current prices. The server renders only the frame, because it does not know the
 * visitor.
 */
export default function WishlistPage() {
  const signedIn = useAuth((state) => state.user !== null);
  const ids = useWishlist((state) => state.ids);
  const { products, failed, reload } = useWishlistProducts();
  const visibleProducts = products?.filter(({ id }) => ids.includes(id));
  return (
    <div className="page-width min-h-[36rem] pt-8 pb-20 sm:pt-12">
      <h1 className="mb-2 text-2xl">Wishlist</h1>
      <NeedsScripts />
      {/* As high for customers, whose session is known after the first paint only. */}
      <p className="max-w-text text-ink-muted max-sm:min-h-19.5 sm:min-h-13 noscript:hidden">
        {signedIn ? (
          'Saved in your account, on all your devices. Each heart saves one configuration in one condition.'
        ) : (
          <>
            Saved in this browser.{' '}
            <Link to={signInUrl('/wishlist')} className="text-link">
              Sign in
            </Link>{' '}
            to have it on all your devices. Each heart saves one configuration in one condition.
          </>
        )}
      </p>
      <div className="mt-8 noscript:hidden">
        {failed && (
          <ErrorState title="Your wishlist could not be loaded" onRetry={() => void reload()}>
            {noResponse('unchanged')}
          </ErrorState>
        )}
        {!failed && !visibleProducts && <ProductGridSkeleton count={Math.min(8, Math.max(4, ids.length))} />}
        {!failed &&
          visibleProducts &&
          (visibleProducts.length > 0 ? <WishlistProducts products={visibleProducts} /> : <Empty />)}
      </div>
    </div>
  );
}

function WishlistProducts({ products }: { products: CardProduct[] }) {
  return (
    <>
      <h2 className="sr-only">Products</h2>
      <ProductGrid products={products} />
    </>
  );
}

function Empty() {
  return (
    <EmptyState
      title="Your wishlist is empty"
      drawing={<WishlistDrawing />}
      action={
        <Link to="/products" className={buttonClass({ variant: 'outline' })}>
          Browse products
        </Link>
      }
    >
      Select the heart on a product to save it here.
    </EmptyState>
  );
}

/** Fetches the products once per customer; the page leaves out those removed since. */
function useWishlistProducts() {
  const userId = useAuth((state) => state.user?.id ?? null);
  const loading = useAuth((state) => state.loading);
  const [products, setProducts] = useState<CardProduct[] | null>(null);
  const [failed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    setFailed(false);
    setProducts(null);
    try {
      setProducts(await loadWishlistProducts(userId));
    } catch {
      setFailed(true);
    }
  }, [userId]);
  // The owner is certain once the session is confirmed; a signed-out visitor's list is empty until the sync
  // has cleared it.
  const owner = useWishlist((state) => state.owner);
  const settled = !loading && (userId !== null || owner === null);
  useEffect(() => {
    if (settled) void reload();
  }, [settled, reload]);
  return { products, failed, reload };
}

async function loadWishlistProducts(userId: string | null): Promise<CardProduct[]> {
  if (userId !== null) {
    await applyRemoteWishlist(userId);
    if (useWishlist.getState().owner !== userId) throw new Error('Your wishlist could not be loaded.');
    const { ids, products } = await api.getWishlist();
    useWishlist.getState().assignTo(userId, ids);
    return products.map(toCardProduct);
  }
  const { ids } = useWishlist.getState();
  if (ids.length === 0) return [];
  const { products } = await api.listProductCards({ query: { id: ids } });
  const byId = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
