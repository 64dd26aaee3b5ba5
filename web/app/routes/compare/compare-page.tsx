import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { compareHref, compareLimit, useCompare } from '../../catalog/compare/compare-store.ts';
import { toCardProduct } from '../../catalog/products/card-product.ts';
import { isStorable } from '../../catalog/products/listing/is-storable.ts';
import { AddToCartButton } from '../../catalog/products/product/add-to-cart-button.tsx';
import { ProductImage } from '../../catalog/products/product-image.tsx';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SideBySideDrawing } from '../../ui/drawings/side-by-side-drawing.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { X } from '../../ui/icons/lucide.tsx';
import { Price } from '../../ui/price.tsx';
import { withWholeMeasures } from '../../ui/whole-measures.ts';
import type { Route } from './+types/compare-page';
import { type ComparisonRow, comparisonOf } from './comparison.ts';

export const handle = { ...cacheable('ids', 'only'), filledInBrowser: true };

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const ids = readIds(params.get('ids') ?? '');
  const onlyDifferences = params.get('only') === 'differences';
  if (ids.length === 0) return { products: [], rows: [], onlyDifferences };
  const { products: unordered } = await context.get(apiContext).listProducts({ query: { id: ids } });
  const byId = new Map(unordered.map((product) => [product.id, product]));
  const products = ids.flatMap((id) => byId.get(id) ?? []);
  return { products, rows: comparisonOf(products), onlyDifferences };
}

function readIds(text: string): string[] {
  const ids = text.split(',').filter((id) => id !== '' && id.length <= 200 && isStorable(id));
  return [...new Set(ids)].slice(0, compareLimit);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Compare',
    description: 'Devices side by side: prices, specifications and differences.',
    path: '/compare',
    hidden: true,
  });

export default function ComparePage({
  loaderData: { products, rows, onlyDifferences },
}: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <h1 className="text-2xl">Compare</h1>
      {products.length === 0 ? (
        <NoProductsInUrl />
      ) : (
        <Comparison products={products} rows={rows} onlyDifferences={onlyDifferences} />
      )}
    </div>
  );
}

/** Shown for a URL without products. One without ids leads to the selection stored in the browser. */
function NoProductsInUrl() {
  const chosen = useCompare((state) => state.chosen);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const opensSelection = chosen.length > 0 && !params.has('ids');
  useEffect(() => {
    if (!opensSelection) return;
    void navigate(compareHref(chosen.map(({ id }) => id)), { replace: true });
  }, [opensSelection, chosen, navigate]);
  if (opensSelection) return null;
  return (
    <EmptyState
      title="Nothing to compare yet"
      drawing={<SideBySideDrawing />}
      action={
        <Link to="/products?view=list" className={buttonClass({ variant: 'outline' })}>
          Browse products
        </Link>
      }
    >
      Select “Compare” on up to four devices, in a list or on a product page. Each is compared in the
      configuration and condition shown there.
    </EmptyState>
  );
}

type ComparisonProps = { products: Product[]; rows: ComparisonRow[]; onlyDifferences: boolean };

function Comparison({ products, rows, onlyDifferences }: ComparisonProps) {
  const currentHref = compareHref(products.map(({ id }) => id));
  const differences = rows.filter((row) => row.differs);
  return (
    <>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted">
        {products.length > 1 && (
          <>
            <span>
              {differences.length === 1 ? '1 difference' : `${differences.length} differences`}, marked with a
              dot.
            </span>
            <Link
              to={onlyDifferences ? currentHref : `${currentHref}&only=differences`}
              preventScrollReset
              className="inline-flex items-center text-link text-sm pointer-coarse:min-h-11"
            >
              {onlyDifferences ? 'Show all' : 'Show differences only'}
            </Link>
          </>
        )}
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label="Comparison"
        className="relative -mx-4 mt-6 overflow-x-auto px-4"
      >
        <table className="w-full min-w-max table-fixed border-collapse text-sm">
          <caption className="sr-only">Devices side by side</caption>
          <colgroup>
            <col className="w-22 sm:w-40" />
            {products.map(({ id }) => (
              <col key={id} className="w-33 sm:w-56" />
            ))}
          </colgroup>
          <thead>
            <tr className="align-top">
              <td />
              {products.map((product) => (
                <ProductHead key={product.id} product={product} others={products} />
              ))}
            </tr>
            <tr className="align-top">
              <td />
              {products.map((product) => (
                <PriceCell key={product.id} product={product} />
              ))}
            </tr>
          </thead>
          <tbody>
            {(onlyDifferences ? differences : rows).map((row) => (
              <Line key={row.name} row={row} products={products} marked={products.length > 1} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function ProductHead({ product, others }: { product: Product; others: Product[] }) {
  const toggle = useCompare((state) => state.toggle);
  const chosen = useCompare((state) => state.chosen.some(({ id }) => id === product.id));
  const rest = others.filter(({ id }) => id !== product.id).map(({ id }) => id);
  return (
    <th scope="col" className="px-2 text-left font-normal sm:px-3">
      <div className="relative max-w-48 overflow-hidden rounded-tile bg-sunken">
        <ProductImage src={product.images[0] ?? null} alt="" sizes="12rem" />
        <Link
          to={rest.length > 0 ? compareHref(rest) : '/compare'}
          preventScrollReset
          aria-label={`Remove ${product.name}`}
          onClick={() => chosen && toggle(product)}
          className="group/remove absolute top-0 right-0 grid size-11 place-items-center"
        >
          <span className="grid size-7 place-items-center rounded-full bg-raised/85 group-hover/remove:bg-raised">
            <X className="size-4" aria-hidden="true" />
          </span>
        </Link>
      </div>
      <Link
        to={`/product/${product.slug}`}
        className="mt-3 block font-semibold text-base leading-snug hover:underline"
      >
        {withWholeMeasures(product.name)}
      </Link>
      <span className="mt-0.5 block text-ink-muted">{conditionLabels[product.condition]}</span>
    </th>
  );
}

/** In a row of its own, so that buttons align regardless of the length of the names. */
function PriceCell({ product }: { product: Product }) {
  return (
    <td className="px-2 pt-1.5 pb-5 sm:px-3">
      <Price of={product} />
      <p className="mt-3 empty:hidden">
        <AddToCartButton product={toCardProduct(product)} inWords className="max-sm:gap-1 max-sm:px-2" />
      </p>
    </td>
  );
}

function Line({ row, products, marked }: { row: ComparisonRow; products: Product[]; marked: boolean }) {
  const differs = marked && row.differs;
  return (
    <tr className="border-line border-t align-top">
      <th
        scope="row"
        className="sticky left-0 bg-paper py-2.5 pr-1.5 text-left font-medium max-sm:condensed max-sm:text-xs sm:pr-3"
      >
        <span className="flex items-baseline gap-1.5 sm:gap-2">
          <span
            aria-hidden="true"
            className={classNames('size-1.5 shrink-0 rounded-full', differs && 'bg-primary-fill')}
          />
          <span className="min-w-0 break-words">{row.name}</span>
          {differs && <span className="sr-only">(differs)</span>}
        </span>
      </th>
      {products.map(({ id }, index) => (
        <td
          key={id}
          className={classNames(
            'tabular break-words px-2 py-2.5 sm:px-3',
            differs ? 'text-ink' : 'text-ink-muted',
          )}
        >
          {row.values[index] || (
            <span className="text-ink-faint">
              <span aria-hidden="true">–</span>
              <span className="sr-only">not specified</span>
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}
