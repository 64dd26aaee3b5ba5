import type { Synonym } from '@reprise/contract/catalog/products/synonyms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { searchFilter } from '../../../../admin-ui/list/list-filters.tsx';
import { RowAction } from '../../../../admin-ui/list/row-action.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Time } from '../../../../admin-ui/time.tsx';
import { offerUndo, UndoButton } from '../../../../admin-ui/undo.tsx';
import { useDialogParam } from '../../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { formatDay } from '../../../../formats.ts';
import { SearchTabs } from '../../../../sales/search-analytics/admin/search-tabs.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Pencil, Plus, Replace, Trash2 } from '../../../../ui/icons/lucide.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { SynonymDialog } from './synonym-dialogs.tsx';

export const meta = () => adminMeta('Synonyms');

const nameOf = ({ phrases }: Synonym) => phrases.join(', ');

const columns: ListColumn<Synonym>[] = [
  {
    id: 'phrases',
    label: 'Mean the same',
    cell: (synonym) => <span className="wrap-anywhere whitespace-normal font-medium">{nameOf(synonym)}</span>,
  },
  {
    id: 'changed',
    label: 'Changed',
    phone: 'labelled',
    cell: ({ updatedAt }) => <Time value={updatedAt} format={formatDay} />,
  },
];

const filters = [searchFilter('Search synonyms')] as const;

export default function AdminSynonymsPage() {
  const list = useAdminList({
    queryKey: ['synonyms'],
    filters,
    load: (query, options) => api.listSynonyms({ query }, options),
    rowsOf: ({ synonyms }) => synonyms,
  });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const removal = useRemoval();
  const edited = list.data?.rows.find(({ id }) => id === edit.value);
  return (
    <>
      <ScreenHeader title="Search">
        <Button onClick={() => add.open('synonym')}>
          <Plus className="size-4" aria-hidden="true" />
          Add synonyms
        </Button>
      </ScreenHeader>
      <SearchTabs />
      <p className="mb-4 max-w-text text-ink-muted text-sm">
        Words that mean the same to shoppers. A search for one also finds products with the others.
      </p>
      <UndoDeletion deleted={removal.deleted} />
      <DataList
        name="synonyms"
        caption="Synonyms"
        columns={columns}
        list={list}
        nameOf={nameOf}
        actions={(synonym) => (
          <>
            <RowAction
              Icon={Pencil}
              label={`Edit ${nameOf(synonym)}`}
              title="Edit"
              onClick={() => edit.open(synonym.id)}
            />
            <RowAction
              Icon={Trash2}
              label={`Delete ${nameOf(synonym)}`}
              title="Delete"
              isDanger
              onClick={() => removal.mutate(synonym)}
            />
          </>
        )}
        empty={
          <EmptyState
            Icon={Replace}
            title="No synonyms yet"
            action={<Button onClick={() => add.open('synonym')}>Add synonyms</Button>}
          >
            Shoppers use other words than your product names. With “TV, television”, a search for one finds
            both.
          </EmptyState>
        }
      />
      {add.value !== null && <SynonymDialog phrases={[]} onClose={add.close} />}
      {edited && (
        <SynonymDialog key={edited.id} synonym={edited} phrases={edited.phrases} onClose={edit.close} />
      )}
    </>
  );
}

/** Line above the list, because the row that could offer the undo is gone. */
function UndoDeletion({ deleted }: { deleted: Synonym | null }) {
  if (!deleted) return null;
  return (
    <p className="mb-3 flex flex-wrap items-baseline gap-x-3 rounded-control bg-sunken px-3 py-1.5 text-sm">
      <span className="min-w-0 break-words">Deleted “{nameOf(deleted)}”.</span>
      <UndoButton itemId={deleted.id} state="deleted" />
    </p>
  );
}

/** Deletes at once and offers to add the phrases of the synonym deleted last again. */
function useRemoval() {
  const queries = useQueryClient();
  const [deleted, setDeleted] = useState<Synonym | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ['synonyms'] });
  const restoring = useMutation({
    mutationFn: ({ phrases }: Synonym) => api.createSynonym({ body: { phrases } }),
    onSuccess: () => {
      notify('success', 'Synonyms restored');
      setDeleted(null);
      return refresh();
    },
    onError: (error, synonym) => {
      notify('error', messageOf(error, 'The synonyms could not be restored'));
      offerRestore(synonym);
    },
  });
  const offerRestore = (synonym: Synonym) =>
    offerUndo(synonym.id, { state: 'deleted', run: () => restoring.mutate(synonym) });
  const { mutate } = useMutation({
    mutationFn: ({ id }: Synonym) => api.deleteSynonym({ params: { id } }),
    onSuccess: (_, synonym) => {
      notify('success', `Deleted “${nameOf(synonym)}”`);
      offerRestore(synonym);
      setDeleted(synonym);
      return refresh();
    },
    onError: (error) => notify('error', messageOf(error, 'The synonyms could not be deleted')),
  });
  return { mutate, deleted };
}
