import type { Product } from '@reprise/contract/catalog/products/product';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useAuth } from '../../session/auth-store.ts';
import { signInUrl } from '../../session/local-path.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { writeReviewHref } from './review-params.ts';

const OwnReviewPanel = lazyOptional(() => import('./own-review-panel.tsx'));

/**
 * 'Write a Review', or the visitor's own review. The page is cached for all visitors, so the browser fetches
 * the session and its review once the reviews are opened.
 */
export function OwnReviewSection({ product, open }: { product: Product; open: boolean }) {
  const user = useAuth((state) => state.user);
  const [opened, setOpened] = useState(open);
  if (open && !opened) setOpened(true);
  if (!user) {
    return (
      <p>
        <Link to={signInUrl(writeReviewHref(product.slug))} className={buttonClass({ variant: 'outline' })}>
          Write a Review
        </Link>
      </p>
    );
  }
  const waiting = (
    <p>
      <Button variant="outline" disabled>
        Write a Review
      </Button>
    </p>
  );
  if (!opened) return waiting;
  return (
    <Suspense fallback={waiting}>
      <OwnReviewPanel key={user.id} product={product} />
    </Suspense>
  );
}
