import type { Category } from '@reprise/contract/catalog/catalog';
import { useEffect, useState } from 'react';

/** Asked once and kept: categories change rarely, and every full page asks anew. */
let known: Category[] | undefined;

/**
 * The shop's categories, once they are asked for: undefined until they are there, null where the shop did not
 * answer. Each further `asked` tries again.
 */
export function useCategories(asked: number): Category[] | null | undefined {
  const [categories, setCategories] = useState<Category[] | null>();
  useEffect(() => {
    if (!asked) return;
    let left = false;
    const load = async () => {
      // The client of the API is no part of the first load.
      const { api } = await import('../../api/browser-api.ts');
      known ??= await api.listCategories();
      if (!left) setCategories(known);
    };
    setCategories(known);
    load().catch(() => left || setCategories(null));
    return () => {
      left = true;
    };
  }, [asked]);
  return categories;
}
