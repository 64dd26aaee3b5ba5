import type { Product } from '@reprise/contract/catalog';
import { conditionLabels, originLabels } from '@reprise/contract/conditions';
import { formatMoney } from '@reprise/contract/money';
import { stockWord } from '@reprise/contract/stock';
import { ExternalLink, Pencil, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { ListColumn } from '../../../layouts/admin/data-list.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Thumb } from './thumb.tsx';

export const productColumns: ListColumn<Product>[] = [
  {
    id: 'product',
    label: 'Product',
    sort: { ascending: 'name' },
    cell: ({ name, brand, images }) => (
      <span className="flex items-center gap-2.5 sm:w-64 2xl:w-88">
        <Thumb src={images[0]} />
        <span className="line-clamp-2 min-w-0 whitespace-normal leading-4" title={name}>
          {name} <span className="font-normal text-ink-muted">{brand}</span>
        </span>
      </span>
    ),
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
    cell: ({ price }) => formatMoney(price),
  },
  {
    id: 'stock',
    label: 'Stock',
    number: true,
    phone: 'labelled',
    cell: ({ stockCount }) => (
      <span
        className={classNames(stockWord(stockCount) === 'low' && 'font-semibold text-warn-text') || undefined}
      >
        {stockCount}
      </span>
    ),
  },
  { id: 'condition', label: 'Condition', cell: ({ condition }) => conditionLabels[condition] },
  {
    id: 'status',
    label: 'Status',
    cell: ({ inStock }) => (
      <StatusDot tone={inStock ? 'good' : 'bad'}>{inStock ? 'In Stock' : 'Out of Stock'}</StatusDot>
    ),
  },
  { id: 'origin', label: 'Origin', optional: true, cell: ({ origin }) => originLabels[origin] },
  { id: 'sku', label: 'SKU', optional: true, phone: 'labelled', cell: ({ sku }) => sku },
];

type ProductActionsProps = { product: Product; onEdit: () => void; onDelete: () => void };

export function ProductActions({ product: { name, slug }, onEdit, onDelete }: ProductActionsProps) {
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
      <IconButton label={`Edit ${name}`} title="Edit" size="sm" onClick={onEdit}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Delete ${name}`}
        title="Delete"
        size="sm"
        className="hover:text-bad-text"
        onClick={onDelete}
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
    </>
  );
}
