import type { FamilyChange, FamilySummary } from '@reprise/contract/catalog/family-admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { SearchField } from '../../../../admin-ui/toolbar.tsx';
import { useListParams } from '../../../../admin-ui/use-list-params.ts';
import { useSelection } from '../../../../admin-ui/use-selection.ts';
import { api } from '../../../../api/browser-api.ts';
import { formatCount, formatDay } from '../../../../formats.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Layers, Merge, SearchX } from '../../../../ui/icons/lucide.tsx';
import { Thumb } from '../thumb.tsx';
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
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatDay(updatedAt)}</time>,
  },
];

/** Families by name; selected ones can be merged. */
export default function AdminFamiliesPage() {
  const listParams = useListParams();
  const search = listParams.text('search');
  const query = { search: search || undefined, page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['families', 'list', query],
    queryFn: ({ signal }) => api.listFamilies({ query }, { signal }),
    select: ({ families, pagination }) => ({ rows: families, pagination }),
    placeholderData: keepPreviousData,
  });
  const selection = useSelection<FamilySummary>(({ id }) => id, listParams.filterKey);
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
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        searchOnly
        filters={
          <SearchField
            label="Search families"
            value={search}
            onChange={(value) => listParams.change({ search: value })}
          />
        }
        selection={selection}
        bulk={
          <Button size="sm" disabled={selection.size < 2} onClick={() => setMerging(true)}>
            <Merge className="size-4" aria-hidden="true" />
            Merge
          </Button>
        }
        empty={<NoFamilies search={search} onClear={() => listParams.change({ search: undefined })} />}
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

function NoFamilies({ search, onClear }: { search: string; onClear: () => void }) {
  if (search)
    return (
      <EmptyState
        Icon={SearchX}
        title="No families match"
        action={
          <Button variant="outline" onClick={onClear}>
            Clear search
          </Button>
        }
      />
    );
  return (
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
  );
}
