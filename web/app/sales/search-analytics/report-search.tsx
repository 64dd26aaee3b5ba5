import { useEffect } from 'react';

type ReportSearchProps = {
  query: string;
  /** Number of results. */
  results: number;
  /** Products on the page, whose links count as clicks. */
  products: { id: string; slug: string }[];
};

const loadReporting = () => import('./search-reporting.ts');

/** Reports the search and the products opened from it, for the search report of the back office. Renders nothing. */
export function ReportSearch({ query, results, products }: ReportSearchProps) {
  useEffect(() => {
    void loadReporting().then(({ reportSearch }) => reportSearch(query, results));
  }, [query, results]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const product = products.find(({ slug }) => link?.pathname === `/product/${slug}`);
      if (product) void loadReporting().then(({ reportClick }) => reportClick(query, product.id));
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [query, products]);
  return null;
}
