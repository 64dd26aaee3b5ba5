import type { Product } from '@reprise/contract/catalog';
import { conditionLabels, conditions } from '@reprise/contract/conditions';
import { productSorts } from '@reprise/contract/product-sort';
import { lowStockBelow, stockWords } from '@reprise/contract/stock';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Boxes, PackageCheck, Plus, SearchX, Tags, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { adminMeta } from '../../../layouts/admin/admin-meta.ts';
import { DataList } from '../../../layouts/admin/data-list.tsx';
import { DeleteDialog } from '../../../layouts/admin/delete-dialog.tsx';
import { Figures } from '../../../layouts/admin/figures.tsx';
import { ScreenHeader } from '../../../layouts/admin/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../layouts/admin/toolbar.tsx';
import { useAddressDialog } from '../../../layouts/admin/use-address-dialog.ts';
import { useListAddress } from '../../../layouts/admin/use-list-address.ts';
import { useSelection } from '../../../layouts/admin/use-selection.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { notify } from '../../../ui/notify.ts';
import { ProductActions, productColumns } from './product-columns.tsx';
import { AddProductDialog, EditProductDialog } from './product-dialogs.tsx';

export const meta = () => adminMeta('Products');

const stockLabels = { 'in-stock': 'Well stocked', low: 'Low stock', out: 'Out of stock' } as const;

const views = [
  { name: 'Sold out', query: 'stock=out' },
  { name: 'Low stock', query: 'stock=low' },
];

export default function AdminProductsPage() {
  const address = useListAddress();
  const filters = {
    search: address.text('search') || undefined,
    category: address.text('category') || undefined,
    condition: address.choice('condition', conditions),
    stock: address.choice('stock', stockWords),
  };
  const sort = address.choice('sort', productSorts);
  const list = useProducts({ ...filters, sort, page: address.page, limit: address.limit });
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const selection = useSelection<Product>(({ id }) => id);
  const edit = useAddressDialog('edit');
  const add = useAddressDialog('add');
  const [deleting, setDeleting] = useState<Product | null>(null);
  const queries = useQueryClient();

  return (
    <>
      <ScreenHeader title="Product Management">
        <Button onClick={() => add.open('product')}>
          <Plus className="size-4" aria-hidden="true" />
          Add Product
        </Button>
      </ScreenHeader>
      <ProductFigures categories={categories.data?.length ?? (categories.isError ? null : undefined)} />
      <DataList
        name="products"
        caption="Products"
        columns={productColumns}
        list={list}
        address={address}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        selection={selection}
        filters={
          <>
            <SearchField
              label="Search products"
              value={filters.search ?? ''}
              onChange={(search) => address.change({ search })}
            />
            <FilterSelect
              label="Category"
              all="All Categories"
              value={filters.category}
              choices={(categories.data ?? []).map(({ name }) => ({ value: name, label: name }))}
              onChange={(category) => address.change({ category })}
            />
            <FilterSelect
              label="Condition"
              all="Any condition"
              value={filters.condition}
              choices={conditions.map((value) => ({ value, label: conditionLabels[value] }))}
              onChange={(condition) => address.change({ condition })}
            />
            <FilterSelect
              label="Stock"
              all="Any stock"
              value={filters.stock}
              choices={stockWords.map((value) => ({ value, label: stockLabels[value] }))}
              onChange={(stock) => address.change({ stock })}
            />
          </>
        }
        views={views}
        actions={(product) => (
          <ProductActions
            product={product}
            onEdit={() => edit.open(product.id)}
            onDelete={() => setDeleting(product)}
          />
        )}
        empty={
          Object.values(filters).some(Boolean) ? (
            <EmptyState
              Icon={SearchX}
              title="No product matches"
              action={
                <Button
                  variant="outline"
                  onClick={() =>
                    address.change({
                      search: undefined,
                      category: undefined,
                      condition: undefined,
                      stock: undefined,
                    })
                  }
                >
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState
              Icon={Boxes}
              title="No products yet"
              action={<Button onClick={() => add.open('product')}>Add Product</Button>}
            >
              What you add here is on sale in the store at once.
            </EmptyState>
          )
        }
      />
      <AddProductDialog open={add.value !== null} onClose={add.close} />
      <EditProductDialog productId={edit.value} onClose={edit.close} />
      <DeleteDialog
        title="Delete Product"
        thing={deleting}
        nameOf={(product) => product.name}
        remove={(product) => api.deleteProduct({ params: { id: product.id } })}
        failedMessage="Failed to delete product"
        onDeleted={() => {
          notify('success', 'Product deleted successfully!');
          void queries.invalidateQueries();
        }}
        onClose={() => setDeleting(null)}
      >
        {() => <p>Are you sure you want to delete this product? This action cannot be undone.</p>}
      </DeleteDialog>
    </>
  );
}

type Filters = NonNullable<Parameters<typeof api.listProducts>[0]>['query'];

type ProductFilters = {
  search: string | undefined;
  category: string | undefined;
  condition: (typeof conditions)[number] | undefined;
  stock: (typeof stockWords)[number] | undefined;
  sort: (typeof productSorts)[number] | undefined;
  page: number;
  limit: number;
};

function useProducts({ category, condition, ...rest }: ProductFilters) {
  const query: Filters = {
    ...rest,
    category: category === undefined ? undefined : [category],
    condition: condition && [condition],
  };
  return useQuery({
    queryKey: ['products', query],
    queryFn: ({ signal }) => api.listProducts({ query }, { signal }),
    select: ({ products, pagination }) => ({ rows: products, pagination }),
    placeholderData: keepPreviousData,
  });
}

/** Figures of all products, whatever the filters. */
function ProductFigures({ categories }: { categories: number | null | undefined }) {
  const all = useQuery({
    queryKey: ['products', 'figures'],
    queryFn: () => api.listProducts({ query: { limit: 1 } }),
  });
  const low = useQuery({
    queryKey: ['products', 'low'],
    queryFn: () => api.listProducts({ query: { stock: 'low', limit: 1 } }),
  });
  const failed = all.isError || low.isError ? null : undefined;
  const total = all.data?.pagination.total;
  const inStock = all.data?.facets.inStock;
  const soldOut = total !== undefined && inStock !== undefined ? total - inStock : undefined;
  const lowOrOut = soldOut !== undefined && low.data ? soldOut + low.data.pagination.total : failed;
  return (
    <Figures
      figures={[
        { label: 'Total Products', Icon: Boxes, value: total ?? failed },
        { label: 'In Stock', Icon: PackageCheck, value: inStock ?? failed },
        {
          label: 'Low Stock',
          Icon: TriangleAlert,
          value: lowOrOut,
          hint: soldOut === undefined ? `Fewer than ${lowStockBelow}` : `${soldOut} of them sold out`,
        },
        { label: 'Categories', Icon: Tags, value: categories },
      ]}
    />
  );
}
