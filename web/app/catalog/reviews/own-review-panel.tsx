import type { Product } from '@reprise/contract/catalog/products/product';
import type { OwnReview, reviewEndpoints } from '@reprise/contract/catalog/reviews/reviews';
import type { CallOutput } from '@reprise/contract/endpoint';
import { useCallback, useEffect, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { Button } from '../../ui/button.tsx';
import { Rating } from '../../ui/rating.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import { DeleteReviewDialog } from './delete-review-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';

type Own = CallOutput<typeof reviewEndpoints.getOwnReview>;
type PanelState = 'nothing' | 'form' | 'deletion' | 'requirements';

/** Signed-in visitor's review of this product, or a button that opens the form. */
export default function OwnReviewPanel({ product }: { product: Product }) {
  const { own, failed, reload } = useOwnReview(product.id);
  const { revalidate } = useRevalidator();
  const [panel, setPanel] = useState<PanelState>('nothing');
  useFormFromUrl(own, setPanel);

  const changed = async () => {
    setPanel('nothing');
    await Promise.all([reload(), revalidate()]);
  };
  const ask = () => {
    if (failed) void reload();
    else setPanel(own?.mayReview || own?.review ? 'form' : 'requirements');
  };
  return (
    <div>
      {own?.review ? (
        <OwnReviewCard
          review={own.review}
          onEdit={() => setPanel('form')}
          onDelete={() => setPanel('deletion')}
        />
      ) : (
        <Button variant="outline" loading={own === null && !failed} onClick={ask}>
          {failed ? 'Try again' : 'Write a Review'}
        </Button>
      )}
      <p role="status" className="mt-3 max-w-text text-ink-muted text-sm empty:hidden">
        {failed && 'Your own review could not be loaded.'}
        {panel === 'requirements' && (
          <>
            Only customers who received this product can review it. You can once an order with it is
            delivered:{' '}
            <Link to="/orders" className="text-link">
              your orders
            </Link>
          </>
        )}
      </p>
      {own !== null && (
        <ReviewDialog
          open={panel === 'form'}
          product={product}
          review={own.review}
          onClose={() => setPanel('nothing')}
          onSaved={changed}
        />
      )}
      {own?.review && (
        <DeleteReviewDialog
          open={panel === 'deletion'}
          review={own.review}
          productName={product.name}
          onClose={() => setPanel('nothing')}
          onDeleted={changed}
        />
      )}
    </div>
  );
}

function useOwnReview(productId: string) {
  const [own, setOwn] = useState<Own | null>(null);
  const [failed, setFailed] = useState(false);
  const reload = useCallback(async () => {
    setFailed(false);
    try {
      setOwn(await api.getOwnReview({ params: { id: productId } }));
    } catch {
      setOwn(null);
      setFailed(true);
    }
  }, [productId]);
  useEffect(() => {
    setOwn(null);
    void reload();
  }, [reload]);
  return { own, failed, reload };
}

/** Opens the form once for a URL that asks for it. */
function useFormFromUrl(own: Own | null, show: (panel: PanelState) => void): void {
  const [params, setParams] = useSearchParams();
  const opensForm = params.has('write');
  useEffect(() => {
    if (!opensForm || own === null) return;
    show(own.mayReview || own.review ? 'form' : 'requirements');
    setParams(
      (before) => {
        before.delete('write');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [opensForm, own, show, setParams]);
}

type CardProps = { review: OwnReview; onEdit: () => void; onDelete: () => void };

function OwnReviewCard({ review, onEdit, onDelete }: CardProps) {
  return (
    <section aria-label="Your review" className="max-w-sm rounded-tile border border-line bg-raised p-4">
      <h3 className="caption">Your review</h3>
      <p className="mt-1.5">
        <Rating value={review.rating} />
      </p>
      <p className="mt-1 line-clamp-2 break-words font-medium text-sm">{review.title || review.text}</p>
      {review.hidden && (
        <p className="mt-2 text-sm">
          <StatusDot tone="warn">Hidden by the shop</StatusDot>
        </p>
      )}
      <div className="mt-3 flex gap-2">
        <Button size="sm" variant="outline" onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </section>
  );
}
