import type { FamilyChange, FamilySummary } from '@reprise/contract/catalog/products/family-admin';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { searchFilter } from '../../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { useSelection } from '../../../../admin-ui/list/use-selection.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Thumb } from '../../../../admin-ui/thumb.tsx';
import { Time } from '../../../../admin-ui/time.tsx';
import { api } from '../../../../api/browser-api.ts';
import { formatCount, formatDay } from '../../../../formats.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Layers, Merge } from '../../../../ui/icons/lucide.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { UndoLine } from './undo-line.tsx';

export const meta = () => adminMeta('Families');

const columns: ListColumn<FamilySummary>[] = [
  {
    id: 'name',
    label: 'Family',
    cell: ({ id, name, image }) => (
      <span className="flex items-center gap-2.5">
        <Thumb src={image ?? undefined} />
        <Link to={`/admin/families/${id}`} className="wrap-anywhere whitespace-normal text-link">
          {name}
        </Link>
      </span>
    ),
  },
  { id: 'brand', label: 'Brand', phone: 'labelled', cell: ({ brand }) => brand },
  { id: 'category', label: 'Category', phone: 'labelled', cell: ({ category }) => category ?? '–' },
  {
    id: 'configurations',
    label: 'Configurations',
    number: true,
    phone: 'labelled',
    cell: ({ configurationCount }) => formatCount(configurationCount),
  },
  {
    id: 'products',
    label: 'Products',
    number: true,
    phone: 'labelled',
    cell: ({ offerCount }) => formatCount(offerCount),
  },
  {
    id: 'changed',
    label: 'Changed',
    optional: true,
    phone: 'hidden',
    cell: ({ updatedAt }) => <Time value={updatedAt} format={formatDay} />,
  },
];

const filters = [searchFilter('Search families')] as const;

/** Families by name; selected ones can be merged. */
export default function AdminFamiliesPage() {
  const list = useAdminList({
    queryKey: ['families', 'list'],
    filters,
    load: (query, options) => api.listFamilies({ query }, options),
    rowsOf: ({ families }) => families,
  });
  const selection = useSelection<FamilySummary>(list);
  const [isMerging, setMerging] = useState(false);
  const [merged, setMerged] = useState<{ change: FamilyChange; name: string } | null>(null);
  return (
    <>
      <ScreenHeader title="Families">
        <Link to="/admin/families/build" className={buttonClass({})}>
          <Layers className="size-4" aria-hidden="true" />
          Build families
        </Link>
      </ScreenHeader>
      <p className="mb-4 max-w-text text-ink-muted text-sm">
        A family is one model on one page, with a choice of storage, memory and color. Each choice is a
        configuration, which has a product for each condition.
      </p>
      {merged && (
        <UndoLine change={merged.change} onUndone={() => setMerged(null)}>
          Merged into “{merged.name}”.
        </UndoLine>
      )}
      <DataList
        name="families"
        caption="Families"
        columns={columns}
        list={list}
        nameOf={({ name }) => name}
        selection={selection}
        bulk={
          <Button size="sm" disabled={selection.size < 2} onClick={() => setMerging(true)}>
            <Merge className="size-4" aria-hidden="true" />
            Merge
          </Button>
        }
        empty={
          <EmptyState
            Icon={Layers}
            title="No families yet"
            action={
              <Link to="/admin/products?add=product" className={buttonClass({})}>
                Add product
              </Link>
            }
          >
            A product with a model key starts a family.
          </EmptyState>
        }
      />
      {isMerging && (
        <MergeDialog
          families={selection.rows}
          onClose={() => setMerging(false)}
          onMerged={(change, name) => {
            selection.clear();
            setMerged({ change, name });
          }}
        />
      )}
    </>
  );
}
