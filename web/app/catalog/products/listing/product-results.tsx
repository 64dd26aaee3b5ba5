import type { CardProduct, CardProductList } from '@reprise/contract/catalog/products/product';
import type { SearchInterpretation } from '@reprise/contract/catalog/products/search-interpretation';
import { formatMoney } from '@reprise/contract/money';
import { PriceNote } from '../../../sales/cart/price-note.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Pagination } from '../../../ui/pagination.tsx';
import { type Fit, ProductGrid, ProductGridSkeleton } from '../product-grid.tsx';
import { formatCount } from './format-count.ts';
import type { View } from './list-params.ts';
import { SearchTerms } from './search-terms.ts';
import { useSlowNavigation } from './use-slow-navigation.ts';

/** Page of a list, reduced to the data of its cards. */
export type Results = {
  products: CardProduct[];
  page: number;
  pages: number;
  total: number;
  /** Total as text: "1000+" if counting stopped there. */
  totalText: string;
  match: CardProductList['match'];
  /** How a search was understood. */
  search: SearchInterpretation | null;
};

export function toResults({ products, pagination, match, search }: CardProductList): Results {
  const { page, pages, total, atLeast = false } = pagination;
  return {
    products,
    page,
    pages,
    total,
    totalText: formatCount(total, atLeast),
    match,
    search: search ?? null,
  };
}

type ProductResultsProps = {
  results: Results;
  /** Path of the list, to detect navigation to another page of it. */
  path: string;
  view?: View;
  fit?: Fit;
  /** Query as typed, highlighted in the names. */
  search?: string;
  hrefFor: (page: number) => string;
};

/** Products of a page with pagination; skeletons while another page loads. */
export function ProductResults({
  results,
  path,
  view = 'grid',
  fit = 'page',
  search,
  hrefFor,
}: ProductResultsProps) {
  const isSlow = useSlowNavigation(path);
  const { products, page, pages } = results;
  return (
    <div aria-busy={isSlow}>
      <h2 className="sr-only">Products</h2>
      {products.length > 0 && <PriceNote className="mb-3" />}
      {isSlow && view === 'grid' ? (
        <ProductGridSkeleton count={products.length} fit={fit} />
      ) : (
        <div className={classNames('transition-opacity', isSlow && 'opacity-50')}>
          <SearchTerms value={{ query: search ?? '', words: results.search?.matchedWords ?? [] }}>
            <ProductGrid products={products} view={view} fit={fit} eager={4} />
          </SearchTerms>
        </div>
      )}
      <div className="mt-14 empty:hidden">
        <Pagination page={page} pages={pages} hrefFor={hrefFor} />
      </div>
    </div>
  );
}

/** Says which typos were corrected, which words were left out and which price the query names. */
export function SearchNote({ results: { match, search, total } }: { results: Results }) {
  if (search === null || total === 0) return null;
  const sentences = [...(match === 'exact' ? [] : sentencesOfMatch(search)), ...sentenceOfPrice(search)];
  if (sentences.length === 0) return null;
  return <p className="mt-4 rounded-control bg-sunken px-4 py-3 text-sm">{sentences.join(' ')}</p>;
}

function sentencesOfMatch({ correctedQuery, missingWords, unavailable }: SearchInterpretation): string[] {
  const others = missingWords.filter((word) => !unavailable?.split(' ').includes(word.toLowerCase()));
  const sentences = [
    ...(correctedQuery === null ? [] : [`Showing results for “${correctedQuery}”.`]),
    ...(unavailable ? [`We have no “${unavailable}”. Here is what comes closest.`] : []),
    ...(others.length > 0
      ? [`No product matches every word. Showing results without ${listWords(others)}.`]
      : []),
  ];
  return sentences.length > 0 ? sentences : ['No exact match. Showing similar results.'];
}

function sentenceOfPrice({ price }: SearchInterpretation): string[] {
  const { minPrice, maxPrice } = price ?? {};
  if (minPrice !== undefined && maxPrice !== undefined) {
    return [`Showing prices from ${formatMoney(minPrice)} to ${formatMoney(maxPrice)}.`];
  }
  if (maxPrice !== undefined) return [`Showing prices up to ${formatMoney(maxPrice)}.`];
  return minPrice === undefined ? [] : [`Showing prices from ${formatMoney(minPrice)}.`];
}

const listWords = (words: string[]) =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words.map((word) => `“${word}”`));
