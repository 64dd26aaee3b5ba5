import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import type { ProductRow } from '@reprise/contract/catalog/products/products-admin';
import { stockLevel } from '@reprise/contract/catalog/products/stock';
import { formatMoney } from '@reprise/contract/money';
import { Link } from 'react-router';
import type { ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { RowAction } from '../../../admin-ui/list/row-action.tsx';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { formatDateTime, formatDay } from '../../../formats.ts';
import { classNames } from '../../../ui/class-names.ts';
import { iconButtonClass } from '../../../ui/icon-button.tsx';
import {
  Archive,
  ArchiveRestore,
  ExternalLink,
  Pencil,
  Star,
  Store,
  Trash2,
} from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

type ColumnActions = { editHref: (id: string) => string; onStock: (product: ProductRow) => void };

/** Columns of the product list. The name links to the form, the stock to its correction. */
export function productColumns({ editHref, onStock }: ColumnActions): ListColumn<ProductRow>[] {
  return [
    {
      id: 'product',
      label: 'Product',
      sort: { ascending: 'name', descending: 'name-desc' },
      cell: (product) => <ProductName product={product} href={editHref(product.id)} />,
    },
    {
      id: 'category',
      label: 'Category',
      cell: ({ category }) => category ?? <span className="text-warn-text">No category</span>,
    },
    {
      id: 'price',
      label: 'Price',
      number: true,
      sort: { ascending: 'price-low', descending: 'price-high' },
      cell: (product) => <Price product={product} />,
    },
    {
      id: 'stock',
      label: 'Stock',
      number: true,
      phone: 'labelled',
      sort: { ascending: 'stock-low', descending: 'stock-high' },
      cell: (product) => <StockButton product={product} onPress={() => onStock(product)} />,
    },
    {
      id: 'sold',
      label: 'Sold',
      number: true,
      phone: 'labelled',
      sort: { ascending: 'sold-least', descending: 'sold', first: 'descending' },
      cell: ({ soldCount }) => soldCount,
    },
    { id: 'condition', label: 'Condition', cell: ({ condition }) => conditionLabels[condition] },
    {
      id: 'status',
      label: 'Status',
      cell: (product) => <Status product={product} />,
    },
    { id: 'origin', label: 'Origin', optional: true, cell: ({ origin }) => originLabels[origin] },
    { id: 'sku', label: 'SKU', optional: true, phone: 'labelled', cell: ({ sku }) => sku },
    {
      id: 'original',
      label: 'Original price',
      number: true,
      optional: true,
      phone: 'labelled',
      cell: ({ originalPrice }) => originalPrice !== null && formatMoney(originalPrice),
    },
    {
      id: 'featured',
      label: 'Featured',
      optional: true,
      cell: ({ featured }) => featured && 'Featured',
    },
    {
      id: 'updated',
      label: 'Updated',
      optional: true,
      phone: 'labelled',
      sort: { ascending: 'updated-oldest', descending: 'updated', first: 'descending' },
      cell: ({ updatedAt }) => <Day moment={updatedAt} />,
    },
    {
      id: 'created',
      label: 'Added',
      optional: true,
      phone: 'labelled',
      sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
      cell: ({ createdAt }) => <Day moment={createdAt} />,
    },
  ];
}

function ProductName({ product, href }: { product: ProductRow; href: string }) {
  const { name, brand, images } = product;
  return (
    <span className="flex items-center gap-2.5 sm:w-56 md:w-44 lg:w-64 2xl:w-88">
      <Thumb src={images[0]} />
      <span className="line-clamp-2 min-w-0 whitespace-normal leading-4" title={name}>
        <Link to={href} preventScrollReset className="hover:underline">
          {name}
        </Link>{' '}
        <span className="font-normal text-ink-muted">{brand}</span>
      </span>
    </span>
  );
}

function Price({ product: { price, isDraft, sale } }: { product: ProductRow }) {
  if (isDraft && price === 0) return <span className="text-ink-muted">No price</span>;
  if (!sale) return formatMoney(price);
  return (
    <>
      {formatMoney(price)}
      <span
        className="block text-accent-text text-xs"
        title={`Sale from ${formatDateTime(sale.startsAt)} to ${formatDateTime(sale.endsAt)}`}
      >
        {sale.isRunning
          ? `Sale until ${formatDay(sale.endsAt)}`
          : `${formatMoney(sale.price)} from ${formatDay(sale.startsAt)}`}
      </span>
    </>
  );
}

function Status({ product: { inStock, archivedAt, isDraft } }: { product: ProductRow }) {
  if (isDraft) return <StatusDot tone="warn">Draft</StatusDot>;
  if (archivedAt) return <StatusDot tone="neutral">Archived</StatusDot>;
  return <StatusDot tone={inStock ? 'good' : 'bad'}>{inStock ? 'In Stock' : 'Out of Stock'}</StatusDot>;
}

function Day({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatDateTime(moment)}>
      {formatDay(moment)}
    </time>
  );
}

function StockButton({
  product: { name, stockCount },
  onPress,
}: {
  product: ProductRow;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={`Stock of ${name}: ${stockCount}. Correct it`}
      title="Correct the stock"
      className={classNames(
        '-mx-1.5 min-w-8 rounded-control px-1.5 py-1 text-right underline decoration-line-strong decoration-dotted underline-offset-3 hover:bg-sunken',
        stockLevel(stockCount) === 'low' && 'font-semibold text-warn-text',
        stockLevel(stockCount) === 'out' && 'font-semibold text-bad-text',
      )}
    >
      {stockCount}
    </button>
  );
}

type ProductActionsProps = {
  product: ProductRow;
  onEdit: () => void;
  onArchive: () => void;
  onPublish: () => void;
  onDelete: () => void;
};

export function ProductActions({ product, onEdit, onArchive, onPublish, onDelete }: ProductActionsProps) {
  const { name, slug, archivedAt, isDraft } = product;
  return (
    <>
      <Link
        to={`/admin/reviews?product=${encodeURIComponent(slug)}`}
        aria-label={`Reviews of ${name}`}
        title="Reviews"
        className={iconButtonClass('sm')}
      >
        <Star className="size-4" aria-hidden="true" />
      </Link>
      {archivedAt === null && !isDraft && (
        <a
          href={`/product/${slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`View ${name} in the store`}
          title="View in the store"
          className={iconButtonClass('sm')}
        >
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      )}
      <RowAction Icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} />
      {isDraft ? (
        <RowAction Icon={Store} label={`Publish ${name}`} title="Publish" onClick={onPublish} />
      ) : (
        <RowAction
          Icon={archivedAt ? ArchiveRestore : Archive}
          label={archivedAt ? `Restore ${name}` : `Archive ${name}`}
          title={archivedAt ? 'Restore' : 'Archive'}
          onClick={onArchive}
        />
      )}
      <RowAction Icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={onDelete} isDanger />
    </>
  );
}
