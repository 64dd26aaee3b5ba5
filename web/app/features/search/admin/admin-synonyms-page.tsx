import type { Synonym } from '@reprise/contract/search/synonyms';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { SearchField } from '../../../admin-ui/toolbar.tsx';
import { offerUndo, UndoButton } from '../../../admin-ui/undo.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDay } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Pencil, Plus, Replace, SearchX, Trash2 } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { SearchTabs } from './search-tabs.tsx';
import { AddSynonymDialog, EditSynonymDialog } from './synonym-dialogs.tsx';

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
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatDay(updatedAt)}</time>,
  },
];

export default function AdminSynonymsPage() {
  const listParams = useListParams();
  const search = listParams.text('search');
  const query = { search: search || undefined, page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['synonyms', query],
    queryFn: ({ signal }) => api.listSynonyms({ query }, { signal }),
    select: ({ synonyms, pagination }) => ({ rows: synonyms, pagination }),
    placeholderData: keepPreviousData,
  });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const removal = useRemoval();
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
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={nameOf}
        searchOnly
        filters={
          <SearchField
            label="Search synonyms"
            value={search}
            onChange={(value) => listParams.change({ search: value })}
          />
        }
        actions={(synonym) => (
          <SynonymActions
            synonym={synonym}
            onEdit={() => edit.open(synonym.id)}
            onDelete={() => removal.mutate(synonym)}
          />
        )}
        empty={
          search ? (
            <EmptyState
              Icon={SearchX}
              title="No synonyms match"
              action={
                <Button variant="outline" onClick={() => listParams.change({ search: undefined })}>
                  Clear search
                </Button>
              }
            />
          ) : (
            <EmptyState
              Icon={Replace}
              title="No synonyms yet"
              action={<Button onClick={() => add.open('synonym')}>Add synonyms</Button>}
            >
              Shoppers use other words than your product names. With “TV, television”, a search for one finds
              both.
            </EmptyState>
          )
        }
      />
      <AddSynonymDialog phrase={add.value === null ? null : ''} onClose={add.close} />
      <EditSynonymDialog synonym={list.data?.rows.find(({ id }) => id === edit.value)} onClose={edit.close} />
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

type SynonymActionsProps = { synonym: Synonym; onEdit: () => void; onDelete: () => void };

function SynonymActions({ synonym, onEdit, onDelete }: SynonymActionsProps) {
  return (
    <>
      <IconButton label={`Edit ${nameOf(synonym)}`} title="Edit" size="sm" onClick={onEdit}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Delete ${nameOf(synonym)}`}
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
