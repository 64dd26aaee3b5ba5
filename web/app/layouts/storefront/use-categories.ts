import type { Category } from '@reprise/contract/catalog/products/product';
import { useEffect, useState } from 'react';

/** Fetched once per full page load: categories rarely change. */
let known: Category[] | undefined;

/**
 * Returns the categories after a request: undefined while loading, null after an error. Each increment of
 * `asked` retries.
 */
export function useCategories(requests: number): Category[] | null | undefined {
  const [categories, setCategories] = useState<Category[] | null>();
  useEffect(() => {
    if (!requests) return;
    let isCancelled = false;
    const load = async () => {
      // The API client is not part of the first load.
      const { api } = await import('../../api/browser-api.ts');
      known ??= await api.listCategories();
      if (!isCancelled) setCategories(known);
    };
    setCategories(known);
    load().catch(() => isCancelled || setCategories(null));
    return () => {
      isCancelled = true;
    };
  }, [requests]);
  return categories;
}
