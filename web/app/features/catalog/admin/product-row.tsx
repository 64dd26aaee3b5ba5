import type { Product } from '@reprise/contract/catalog';
import { conditionLabels } from '@reprise/contract/conditions';
import { formatMoney } from '@reprise/contract/money';
import { stockWord } from '@reprise/contract/stock';
import { ExternalLink, Pencil, Star, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { RowActions } from '../../../layouts/admin/row-actions.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { Thumb } from './thumb.tsx';

type ProductRowProps = { product: Product; onEdit: () => void; onDelete: () => void };

export function ProductRow({ product, onEdit, onDelete }: ProductRowProps) {
  const { name, brand, category, price, stockCount, condition, inStock, slug, images } = product;
  return (
    <tr>
      <th scope="row">
        <span className="flex w-52 items-center gap-2.5 sm:w-64 2xl:w-88">
          <Thumb src={images[0]} />
          <span className="line-clamp-2 min-w-0 whitespace-normal leading-4" title={name}>
            {name} <span className="font-normal text-ink-muted">{brand}</span>
          </span>
        </span>
      </th>
      <td>{category ?? <span className="text-warn-text">No category</span>}</td>
      <td className="number">{formatMoney(price)}</td>
      <td className={classNames('number', stockWord(stockCount) === 'low' && 'font-semibold text-warn-text')}>
        {stockCount}
      </td>
      <td>{conditionLabels[condition]}</td>
      <td>
        <StatusDot tone={inStock ? 'good' : 'bad'}>{inStock ? 'In Stock' : 'Out of Stock'}</StatusDot>
      </td>
      <td>
        <RowActions>
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
        </RowActions>
      </td>
    </tr>
  );
}
