import { NeedsScripts } from '../../foundations/page-texts/needs-scripts.tsx';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/cart-page';
import { CartPanel } from './cart-panel.tsx';
import { countItems, useCart, useCartReady } from './cart-store.ts';
import { CartSummary } from './cart-summary.tsx';

export const handle = { ...cacheable(), filledInBrowser: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Your cart', matches[0].loaderData?.settings.storeName);

export default function CartPage() {
  const ready = useCartReady();
  const count = useCart((state) => countItems(state.lines));
  return (
    <div className="page-width py-8 sm:py-12">
      <h1 className="mb-8 text-2xl">
        Your cart{' '}
        {ready && count > 0 && (
          <span className="tabular font-normal text-ink-muted text-lg">
            {count} {count === 1 ? 'item' : 'items'}
          </span>
        )}
      </h1>
      <NeedsScripts isOrdering />
      <div className="min-h-96 noscript:hidden">{ready ? <Cart /> : <CartSkeleton />}</div>
    </div>
  );
}

const columns = 'lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-14';

function Cart() {
  const settings = useStoreSettings();
  const filled = useCart((state) => state.lines.length > 0);
  return (
    <div className={filled ? columns : undefined}>
      <div>
        <CartPanel inView />
      </div>
      {filled && (
        <div className="mt-8 rounded-tile border border-line bg-raised p-5 lg:sticky lg:top-24 lg:mt-0">
          <h2 className="mb-4 font-semibold text-base">Order summary</h2>
          <CartSummary>
            <p className="text-ink-muted text-sm">
              {settings?.returnsVary
                ? 'The page of each product says how long you can return it.'
                : `You can return your order within ${settings?.returnDays} days.`}
            </p>
          </CartSummary>
        </div>
      )}
    </div>
  );
}

function CartSkeleton() {
  return (
    <div className={columns}>
      <div className="flex gap-4">
        <Skeleton className="h-25 w-20" />
        <div className="grid flex-1 content-start gap-2">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-24" />
        </div>
      </div>
      <Skeleton className="mt-8 h-80 rounded-tile lg:mt-0" />
    </div>
  );
}
