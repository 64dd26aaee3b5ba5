import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { formatMoney } from '@reprise/contract/money';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/browser-api.ts';
import { Button } from '../ui/button.tsx';
import { Plus } from '../ui/icons/lucide.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import { Picker } from './picker.tsx';
import { Thumb } from './thumb.tsx';

type ProductPickerProps = { isChosen: (product: Product) => boolean; onAdd: (product: Product) => void };

/** Search for products to add to an order, a listing or a return. */
export function ProductPicker({ isChosen, onAdd }: ProductPickerProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 250);
  const isSearching = search.length > 1 && typed.trim() !== '';
  const products = useQuery({
    queryKey: ['products', 'to-order', search],
    queryFn: ({ signal }) => api.findProductsToOrder({ query: { search } }, { signal }),
    select: ({ products }) => products,
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  return (
    <Picker
      label="Find a product"
      placeholder="Name, brand, description or SKU"
      typed={typed}
      onType={setTyped}
      results={products}
      isSearching={isSearching}
      emptyText="No products match."
    >
      {(product) => (
        <ProductOption
          key={product.id}
          product={product}
          chosen={isChosen(product)}
          onAdd={() => onAdd(product)}
        />
      )}
    </Picker>
  );
}

function ProductOption({ product, chosen, onAdd }: { product: Product; chosen: boolean; onAdd: () => void }) {
  const { name, condition, price, stockCount, images } = product;
  return (
    <li className="flex items-center gap-3 px-3 py-1.5 text-sm">
      <Thumb src={images[0]} className="size-9" />
      <p className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-ink-muted">
          {conditionLabels[condition]} · <span className="tabular">{formatMoney(price)}</span> ·{' '}
          <span className={stockCount === 0 ? 'text-bad-text' : undefined}>
            {stockCount === 0 ? 'sold out' : `${stockCount} in stock`}
          </span>
        </span>
      </p>
      <Button
        size="sm"
        variant="outline"
        disabled={stockCount === 0 || chosen}
        onClick={onAdd}
        aria-label={`Add ${name}, ${conditionLabels[condition]}`}
      >
        <Plus className="size-4" aria-hidden="true" />
        {chosen ? 'Added' : 'Add'}
      </Button>
    </li>
  );
}
