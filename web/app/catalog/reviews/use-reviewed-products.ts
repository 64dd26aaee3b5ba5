import type { Order } from '@reprise/contract/sales/orders/order';
import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { authToken } from '../../session/auth-store.ts';

/** Returns the ids of those products that the customer has reviewed; none until the shop has answered. */
export function useReviewedProducts(items: Order['items']): string[] {
  const ids = items.map(({ product }) => product.id).join(' ');
  const [reviewed, setReviewed] = useState<string[]>([]);
  useEffect(() => {
    if (ids === '' || authToken() === null) return;
    const leaving = new AbortController();
    const query = { product: ids.split(' ') };
    api.listReviewedProducts({ query }, { signal: leaving.signal }).then(
      ({ products }) => setReviewed(products),
      // Both links lead to the same form, which knows the review.
      () => {},
    );
    return () => leaving.abort();
  }, [ids]);
  return reviewed;
}
