import type { Category } from '@reprise/contract/catalog';
import { useEffect, useState } from 'react';

/** Asked once and kept: categories change rarely, and every full page asks anew. */
let known: Category[] | undefined;

/** The shop's categories, once they are wanted; undefined until they are there. */
export function useCategories(wanted: boolean): Category[] | undefined {
  const [categories, setCategories] = useState<Category[]>();
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    const load = async () => {
      // The client of the API is no part of the first load.
      const { api } = await import('../../api/browser-api.ts');
      known ??= await api.listCategories();
      if (!left) setCategories(known);
    };
    // Without an answer the link to all categories is still there.
    load().catch(() => {});
    return () => {
      left = true;
    };
  }, [wanted]);
  return categories;
}
