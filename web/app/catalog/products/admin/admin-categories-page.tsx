import type { Category } from '@reprise/contract/catalog/products/product';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { RowAction } from '../../../admin-ui/list/row-action.tsx';
import { SearchField, Toolbar } from '../../../admin-ui/list/toolbar.tsx';
import { useListParams } from '../../../admin-ui/list/use-list-params.ts';
import { LoadFailure } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { StatCards } from '../../../admin-ui/stat-cards.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  Boxes,
  Pencil,
  Plus,
  Scale,
  SearchX,
  Tags,
  Trash2,
  TriangleAlert,
} from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CategoryDialog } from './category-dialogs.tsx';

export const meta = () => adminMeta('Categories');

export default function AdminCategoriesPage() {
  const listParams = useListParams();
  const search = listParams.text('search');
  const list = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const [deleting, setDeleting] = useState<Category | null>(null);
  const visible = list.data?.filter((category) => matches(category, search));
  const edited = list.data?.find(({ id, slug }) => id === edit.value || slug === edit.value);
  return (
    <>
      <ScreenHeader title="Category Management">
        <Button onClick={() => add.open('category')}>
          <Plus className="size-4" aria-hidden="true" />
          Add Category
        </Button>
      </ScreenHeader>
      <CategoryStats categories={list.isError ? null : list.data} />
      <Toolbar>
        <SearchField
          label="Search categories"
          value={search}
          onChange={(value) => listParams.change({ search: value })}
        />
      </Toolbar>
      {list.isError && !list.data ? (
        <LoadFailure query={list} failed="Categories could not be loaded" look="framed" />
      ) : (
        <CategoryGrid
          categories={visible}
          searched={search !== ''}
          onAdd={() => add.open('category')}
          onClear={() => listParams.change({ search: undefined })}
          onEdit={(category) => edit.open(category.id)}
          onDelete={setDeleting}
        />
      )}
      {add.value !== null && <CategoryDialog onClose={add.close} />}
      {edited && <CategoryDialog key={edited.id} category={edited} onClose={edit.close} />}
      <DeleteCategory category={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function DeleteCategory({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title="Delete Category"
      item={category}
      nameOf={({ name }) => name}
      remove={({ id }) => api.deleteCategory({ params: { id } })}
      failedMessage="Failed to delete category"
      onDeleted={() => {
        notify('success', 'Category deleted successfully!');
        void queries.invalidateQueries();
      }}
      onClose={onClose}
    >
      {({ productCount, name }) => (
        <>
          <p>
            Are you sure you want to delete this category? {productsLeftBehind(productCount)} not be deleted,
            but must be recategorized.
          </p>
          {productCount > 0 && (
            <p className="text-ink-muted">
              They stay on sale, in no category, and are listed under{' '}
              <Link className="text-link" to="/admin/products?show=no-category">
                Without category
              </Link>
              . To move them first,{' '}
              <Link className="text-link" to={`/admin/products?category=${encodeURIComponent(name)}`}>
                select them
              </Link>{' '}
              and change their category.
            </p>
          )}
        </>
      )}
    </DeleteDialog>
  );
}

function productsLeftBehind(count: number): string {
  if (count === 0) return 'Products in the category (there are none now) will';
  return count === 1 ? 'The 1 product in it will' : `The ${formatCount(count)} products in it will`;
}

/** Filters in the browser, because all categories are loaded. */
function matches({ name, description }: Category, search: string): boolean {
  const query = search.toLowerCase();
  return name.toLowerCase().includes(query) || description.toLowerCase().includes(query);
}

function CategoryStats({ categories }: { categories: Category[] | null | undefined }) {
  const products = categories?.reduce((sum, { productCount }) => sum + productCount, 0);
  const uncategorized = useQuery({
    queryKey: ['products', 'figures'],
    queryFn: () => api.getProductStats(),
    select: ({ figures }) => figures.withoutCategory,
  }).data;
  const average =
    categories && products !== undefined
      ? Math.round(products / Math.max(1, categories.length))
      : categories === null
        ? null
        : undefined;
  return (
    <>
      <StatCards
        className="grid-cols-2 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3"
        stats={[
          { label: 'Total Categories', Icon: Tags, value: categories === null ? null : categories?.length },
          { label: 'Total Products', Icon: Boxes, value: categories === null ? null : products },
          { label: 'Avg Products/Category', Icon: Scale, value: average },
        ]}
      />
      {uncategorized !== undefined && uncategorized > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-x-2 rounded-tile border border-line bg-warn-tint px-4 py-2.5 text-sm">
          <TriangleAlert className="size-4 text-warn-text" aria-hidden="true" />
          {formatCount(uncategorized)} {uncategorized === 1 ? 'product is' : 'products are'} in no category.
          <Link className="text-link" to="/admin/products?show=no-category">
            Show {uncategorized === 1 ? 'it' : 'them'}
          </Link>
        </p>
      )}
    </>
  );
}

type CategoryGridProps = {
  categories: Category[] | undefined;
  searched: boolean;
  onAdd: () => void;
  onClear: () => void;
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
};

function CategoryGrid({ categories, searched, onAdd, onClear, onEdit, onDelete }: CategoryGridProps) {
  if (categories?.length === 0) {
    return (
      <div className="rounded-tile border border-line bg-raised">
        {searched ? (
          <EmptyState
            Icon={SearchX}
            title="No categories match"
            action={
              <Button variant="outline" onClick={onClear}>
                Clear search
              </Button>
            }
          />
        ) : (
          <EmptyState
            Icon={Tags}
            title="No categories yet"
            action={<Button onClick={onAdd}>Add Category</Button>}
          >
            Every product needs a category.
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3" aria-busy={categories === undefined}>
      {categories
        ? categories.map((category) => (
            <CategoryTile
              key={category.id}
              category={category}
              onEdit={() => onEdit(category)}
              onDelete={() => onDelete(category)}
            />
          ))
        : Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else and never move
            <li key={index}>
              <Skeleton className="h-32 rounded-tile" />
            </li>
          ))}
    </ul>
  );
}

function CategoryTile({
  category: { name, image, description, slug, productCount },
  onEdit,
  onDelete,
}: {
  category: Category;
  onEdit: () => void;
  onDelete: () => void;
}) {
  return (
    <li className="group relative flex min-w-0 min-h-32 gap-4 rounded-tile border border-line bg-raised p-4">
      <img
        src={image}
        alt=""
        width={160}
        height={200}
        loading="lazy"
        className="h-24 w-20 shrink-0 rounded-control bg-sunken object-cover"
      />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-base leading-6 pointer-coarse:pr-22" title={name}>
          {name}
        </h2>
        <p className="tabular text-ink-muted text-sm">
          <Link
            to={`/admin/products?category=${encodeURIComponent(name)}`}
            className="underline decoration-line-strong decoration-dotted underline-offset-3 hover:text-ink"
          >
            {formatCount(productCount)} {productCount === 1 ? 'product' : 'products'}
          </Link>
        </p>
        <p className="mt-1.5 line-clamp-2 text-sm" title={description}>
          {description}
        </p>
        <p className="mt-1.5 truncate text-ink-faint text-xs">/{slug}</p>
      </div>
      <div className="absolute top-5 left-6 flex rounded-control bg-raised opacity-0 shadow-float transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:top-1.5 pointer-coarse:right-1.5 pointer-coarse:left-auto pointer-coarse:opacity-100 pointer-coarse:shadow-none">
        <RowAction Icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} />
        <RowAction Icon={Trash2} label={`Delete ${name}`} title="Delete" onClick={onDelete} isDanger />
      </div>
    </li>
  );
}
