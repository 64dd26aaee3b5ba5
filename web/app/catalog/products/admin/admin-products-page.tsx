import {
  type AdminProductQuery,
  adminProductSorts,
  type ProductRow,
} from '@reprise/contract/catalog/products/products-admin';
import { lowStockBelow } from '@reprise/contract/catalog/products/stock';
import { importEndpoints } from '@reprise/contract/moving-in/imports';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { useListParams } from '../../../admin-ui/list/use-list-params.ts';
import { useSelection } from '../../../admin-ui/list/use-selection.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  Boxes,
  FileUp,
  History,
  PackageCheck,
  Plus,
  Tags,
  TriangleAlert,
} from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BulkDialog, type BulkRequest } from './bulk/bulk-dialog.tsx';
import { ProductActions, productColumns } from './product-columns.tsx';
import { AddProductDialog, EditProductDialog } from './product-dialogs.tsx';
import { describeFilters, type ListView, listViews, useProductFilters } from './product-list-filters.ts';
import { StockDialog } from './stock-dialog.tsx';

export const meta = () => adminMeta('Products');

const views = [
  { name: 'Best sellers', query: 'sort=sold' },
  { name: 'Sold out', query: 'stock=out' },
  { name: 'Low stock', query: 'sort=stock-low&stock=low' },
  { name: 'Without image', query: 'show=no-picture' },
  { name: 'Without category', query: 'show=no-category' },
  { name: 'Drafts', query: 'show=drafts' },
  { name: 'Archived', query: 'show=archived' },
];

/** Loaded when opened, and no route of its own: the manifest of routes is part of every first load. */
const BulkChangesScreen = lazy(() => import('./bulk-changes/bulk-changes-screen.tsx'));

export default function AdminProductsPage() {
  const [params] = useSearchParams();
  if (params.get('view') !== 'changes') return <ProductsScreen />;
  return (
    <Suspense fallback={<Skeleton className="h-96" />}>
      <BulkChangesScreen />
    </Suspense>
  );
}

function ProductsScreen() {
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const list = useAdminList({
    queryKey: ['products'],
    filters: useProductFilters(categories.data),
    sorts: adminProductSorts,
    load: (query, options) => api.listAdminProducts({ query }, options),
    rowsOf: ({ products }) => products,
  });
  const { query } = list;
  const show = list.params.choice('show', listViews);
  const selection = useSelection<ProductRow>(list);
  const { chooseAll, matching, allMatching } = useChooseAll(list, selection);
  const edit = useDialogParam('edit');
  const add = useDialogParam('add');
  const stock = useDialogParam('stock-of');
  const [deleting, setDeleting] = useState<ProductRow | null>(null);
  const [bulkRequest, setBulkRequest] = useState<BulkRequest | null>(null);
  return (
    <>
      <ProductsHeader query={query} onAdd={() => add.open('product')} />
      <ProductStats categories={categories.data?.length ?? (categories.isError ? null : undefined)} />
      <DataList
        name="products"
        caption="Products"
        columns={productColumns({ editHref: edit.hrefFor, onStock: ({ id }) => stock.open(id) })}
        list={list}
        nameOf={({ name }) => name}
        defaultSort="newest"
        views={views}
        selection={selection}
        chooseAll={chooseAll}
        matching={matching}
        bulk={
          <BulkButtons
            show={show}
            onChoose={(action) => setBulkRequest({ ...action, ids: selection.ids, matching: allMatching })}
          />
        }
        note={list.data && <SearchNote {...list.data} search={query.search} inText={query.inText ?? false} />}
        isFaded={({ archivedAt }) => archivedAt !== null}
        actions={(product) => (
          <ProductActions
            product={product}
            onEdit={() => edit.open(product.id)}
            onArchive={() =>
              setBulkRequest({ kind: 'archive', archived: product.archivedAt === null, ids: [product.id] })
            }
            onPublish={() => setBulkRequest({ kind: 'publish', published: true, ids: [product.id] })}
            onDelete={() => setDeleting(product)}
          />
        )}
        empty={<NoProducts onAdd={() => add.open('product')} />}
      />
      {add.value && <AddProductDialog adding={add.value} onClose={add.close} />}
      {edit.value && (
        <EditProductDialog
          productId={edit.value}
          onClose={edit.close}
          onDuplicate={(id) => edit.replaceBy('add', id)}
          onStock={(id) => edit.replaceBy('stock-of', id)}
        />
      )}
      {stock.value && <StockDialog productId={stock.value} onClose={stock.close} />}
      <BulkDialog
        bulkRequest={bulkRequest}
        categories={categories.data}
        onClose={(done) => {
          setBulkRequest(null);
          if (done) selection.clear();
        }}
      />
      <DeleteProduct product={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

type ProductList = {
  key: string;
  query: AdminProductQuery;
  data: { foundIn: 'names' | 'text' | null } | undefined;
};

/** Selects all products that match, and names the filters; `allMatching` is '' if others are selected. */
function useChooseAll(
  { key, query, data }: ProductList,
  selection: { size: number; chooseIds: (ids: string[]) => void },
) {
  const [allOf, setAllOf] = useState({ key: '', count: 0 });
  const matching = describeFilters({ ...query, inText: query.inText || data?.foundIn === 'text' });
  return {
    matching,
    allMatching: allOf.key === key && allOf.count === selection.size ? matching : '',
    chooseAll: async () => {
      const { ids, complete } = await api.listProductIds({ query });
      if (!complete) notify('info', `The first ${formatCount(ids.length)} that match are selected.`);
      selection.chooseIds(ids);
      setAllOf({ key, count: ids.length });
    },
  };
}

function NoProducts({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState Icon={Boxes} title="No products yet" action={<Button onClick={onAdd}>Add Product</Button>}>
      Products you add here go on sale immediately, unless you save them as drafts.
    </EmptyState>
  );
}

type SearchNoteProps = {
  match: keyof typeof matchNotes;
  foundIn: 'names' | 'text' | null;
  search: string | undefined;
  inText: boolean;
};

/** Says where the search found its products. */
function SearchNote({ match, foundIn, search, inText }: SearchNoteProps) {
  const { change } = useListParams();
  if (foundIn === null || inText) return null;
  if (matchNotes[match]) return matchNotes[match];
  if (foundIn === 'text')
    return `No name, SKU or brand has “${search}”. These products match by their description or by similar words.`;
  return (
    <>
      Found in name, SKU or brand.{' '}
      <button type="button" className="text-link" onClick={() => change({ in: 'text' })}>
        Search descriptions too
      </button>
    </>
  );
}

const matchNotes = {
  exact: null,
  fuzzy: 'No product matches the search as typed. These match similar words.',
  partial: 'No product matches every word of the search. These match some of them.',
};

type ProductsHeaderProps = { query: AdminProductQuery; onAdd: () => void };

function ProductsHeader({ query, onAdd }: ProductsHeaderProps) {
  return (
    <ScreenHeader title="Product Management">
      <Link
        to="/admin/products?view=changes"
        className={`${buttonClass({ variant: 'outline' })} max-sm:hidden`}
      >
        <History className="size-4" aria-hidden="true" />
        Changes
      </Link>
      <Link to="/admin/imports" className={`${buttonClass({ variant: 'outline' })} max-sm:hidden`}>
        <FileUp className="size-4" aria-hidden="true" />
        Import
      </Link>
      <ExportButton endpoint={importEndpoints.exportProducts} input={{ query }} />
      <Button onClick={onAdd}>
        <Plus className="size-4" aria-hidden="true" />
        Add Product
      </Button>
    </ScreenHeader>
  );
}

type BulkButtonsProps = {
  show: ListView | undefined;
  onChoose: (bulkRequest: Omit<BulkRequest, 'ids' | 'matching'>) => void;
};

function BulkButtons({ show, onChoose }: BulkButtonsProps) {
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => onChoose({ kind: 'percent' })}>
        Change…
      </Button>
      <Button
        variant="outline"
        size="sm"
        onClick={() => onChoose({ kind: 'publish', published: show === 'drafts' })}
      >
        {show === 'drafts' ? 'Publish…' : 'Set to draft…'}
      </Button>
      {show !== 'drafts' && (
        <Button
          variant="outline"
          size="sm"
          onClick={() => onChoose({ kind: 'archive', archived: show !== 'archived' })}
        >
          {show === 'archived' ? 'Restore…' : 'Archive…'}
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => onChoose({ kind: 'delete' })}>
        Delete…
      </Button>
    </>
  );
}

function DeleteProduct({ product, onClose }: { product: ProductRow | null; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title="Delete Product"
      item={product}
      nameOf={({ name }) => name}
      remove={({ id }) => api.deleteProduct({ params: { id } })}
      failedMessage="Failed to delete product"
      onDeleted={() => {
        notify('success', 'Product deleted successfully!');
        void queries.invalidateQueries();
      }}
      onClose={onClose}
    >
      {({ archivedAt, isDraft }) => (
        <>
          <p>Are you sure you want to delete this product? This action cannot be undone.</p>
          {archivedAt === null && !isDraft && (
            <p className="text-ink-muted">To take it off sale and keep it, archive it instead.</p>
          )}
        </>
      )}
    </DeleteDialog>
  );
}

/** Shows statistics of all products for sale, independent of the filters. */
function ProductStats({ categories }: { categories: number | null | undefined }) {
  const { data, isError } = useQuery({
    queryKey: ['products', 'stats'],
    queryFn: () => api.getProductStats(),
  });
  const stats = data?.figures;
  const failed = isError ? null : undefined;
  return (
    <StatCards
      stats={[
        {
          label: 'Total Products',
          Icon: Boxes,
          value: stats?.total ?? failed,
          hint: stats ? offSaleHint(stats) : 'On sale',
        },
        {
          label: 'In Stock',
          Icon: PackageCheck,
          value: stats?.inStock ?? failed,
          hint: stats?.withoutPicture
            ? `${formatCount(stats.withoutPicture)} without an image`
            : 'At least one left',
        },
        {
          label: 'Low Stock',
          Icon: TriangleAlert,
          value: stats?.lowStock ?? failed,
          hint: stats ? `${formatCount(stats.soldOut)} of them sold out` : `Fewer than ${lowStockBelow}`,
        },
        {
          label: 'Categories',
          Icon: Tags,
          value: categories,
          hint: stats ? categoryHint(stats.withoutCategory) : 'In the store',
        },
      ]}
    />
  );
}

function offSaleHint({ drafts, archived }: { drafts: number; archived: number }): string {
  const parts = [
    drafts > 0 && plural(drafts, 'draft'),
    archived > 0 && `${formatCount(archived)} archived`,
  ].filter(Boolean);
  return parts.length > 0 ? `On sale. Not counted: ${parts.join(', ')}` : 'On sale';
}

const plural = (count: number, noun: string) => `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`;

function categoryHint(uncategorized: number): string {
  if (uncategorized === 0) return 'Every product has one';
  return `${formatCount(uncategorized)} ${uncategorized === 1 ? 'product has' : 'products have'} none`;
}
