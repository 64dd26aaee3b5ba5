import { conditionLabels, conditions, originLabels, origins } from '@reprise/contract/catalog/conditions';
import type { Category } from '@reprise/contract/catalog/product';
import { stockLevels } from '@reprise/contract/catalog/stock';
import { useQuery } from '@tanstack/react-query';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import type { ListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { type ListView, listViews, type readFilters } from './use-product-list.ts';

const stockLabels = { 'in-stock': 'Well stocked', low: 'Low stock', out: 'Out of stock' } as const;

const showLabels: Record<ListView, string> = {
  featured: 'Featured',
  'no-picture': 'Without image',
  'no-category': 'Without category',
  drafts: 'Drafts',
  archived: 'Archived',
};

type ProductListFiltersProps = {
  filters: ReturnType<typeof readFilters>;
  categories: Category[] | undefined;
  listParams: ListParams;
};

export function ProductListFilters({ filters, categories = [], listParams }: ProductListFiltersProps) {
  const brands = useQuery({ queryKey: ['brands'], queryFn: () => api.listBrands() });
  return (
    <>
      <SearchField
        label="Search products"
        value={filters.search}
        onChange={(search) => listParams.change({ search })}
      />
      <FilterSelect
        label="Category"
        all="All Categories"
        value={filters.category}
        choices={categories.map(({ name }) => ({ value: name, label: name }))}
        onChange={(category) => listParams.change({ category })}
      />
      <FilterSelect
        label="Brand"
        all="Any brand"
        value={filters.brand}
        choices={(brands.data?.brands ?? []).map((name) => ({ value: name, label: name }))}
        onChange={(brand) => listParams.change({ brand })}
      />
      <FilterSelect
        label="Condition"
        all="Any condition"
        value={filters.condition}
        choices={conditions.map((value) => ({ value, label: conditionLabels[value] }))}
        onChange={(condition) => listParams.change({ condition })}
      />
      <FilterSelect
        label="Origin"
        all="Any origin"
        value={filters.origin}
        choices={origins.map((value) => ({ value, label: originLabels[value] }))}
        onChange={(origin) => listParams.change({ origin })}
      />
      <FilterSelect
        label="Stock"
        all="Any stock"
        value={filters.stock}
        choices={stockLevels.map((value) => ({ value, label: stockLabels[value] }))}
        onChange={(stock) => listParams.change({ stock })}
      />
      <FilterSelect
        label="Show"
        all="All on sale"
        value={filters.show}
        choices={listViews.map((value) => ({ value, label: showLabels[value] }))}
        onChange={(show) => listParams.change({ show })}
      />
    </>
  );
}
