import { type Discount, discountStatuses } from '@reprise/contract/discounts/discounts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DataList, type ListColumn } from '../../../admin-ui/data-list.tsx';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { FilterSelect, SearchField } from '../../../admin-ui/toolbar.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { type ListParams, useListParams } from '../../../admin-ui/use-list-params.ts';
import { api } from '../../../api/browser-api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CircleStop, Copy, Pencil, Plus, SearchX, Tag } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useStoreSettings } from '../../settings/store-settings.ts';
import { AddDiscountDialog, EditDiscountDialog } from './discount-dialogs.tsx';
import { periodText, statusLabels, statusTones, usesText, valueText } from './discount-texts.ts';

export const meta = () => adminMeta('Discounts');

const columns: ListColumn<Discount>[] = [
  { id: 'code', label: 'Code', cell: ({ code }) => <span className="tabular font-medium">{code}</span> },
  { id: 'gives', label: 'Gives', cell: (discount) => valueText(discount) },
  {
    id: 'status',
    label: 'Status',
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>,
  },
  { id: 'period', label: 'When', phone: 'labelled', cell: (discount) => periodText(discount) },
  {
    id: 'uses',
    label: 'Orders',
    number: true,
    phone: 'labelled',
    cell: (discount) => usesText(discount),
  },
];

/** Lists the discount codes with their value, their time and the orders that used them. */
export default function AdminDiscountsPage() {
  const listParams = useListParams();
  const timeZone = useStoreSettings()?.timeZone ?? 'UTC';
  const search = listParams.text('search');
  const status = listParams.choice('status', discountStatuses);
  const query = { search: search || undefined, status, page: listParams.page, limit: listParams.limit };
  const list = useQuery({
    queryKey: ['discounts', query],
    queryFn: ({ signal }) => api.listDiscounts({ query }, { signal }),
    select: ({ discounts, pagination }) => ({ rows: discounts, pagination }),
    placeholderData: keepPreviousData,
  });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const end = useDialogParam('end');
  const rowOf = (id: string | null) => list.data?.rows.find((discount) => discount.id === id);
  return (
    <>
      <ScreenHeader title="Discounts">
        <Button onClick={() => add.open('code')}>
          <Plus className="size-4" aria-hidden="true" />
          Add code
        </Button>
      </ScreenHeader>
      <DataList
        name="discounts"
        caption="Discount codes"
        columns={columns}
        list={list}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ code }) => code}
        isFaded={({ status }) => status === 'ended'}
        filters={
          <>
            <SearchField
              label="Search codes"
              value={search}
              onChange={(value) => listParams.change({ search: value })}
            />
            <FilterSelect
              label="Status"
              value={status}
              all="All codes"
              choices={discountStatuses.map((value) => ({ value, label: statusLabels[value] }))}
              onChange={(value) => listParams.change({ status: value })}
            />
          </>
        }
        actions={(discount) => (
          <DiscountActions
            discount={discount}
            onEdit={() => edit.open(discount.id)}
            onEnd={() => end.open(discount.id)}
          />
        )}
        empty={
          <NoDiscounts
            isFiltered={Boolean(search || status)}
            listParams={listParams}
            onAdd={() => add.open('code')}
          />
        }
      />
      <AddDiscountDialog open={add.value !== null} timeZone={timeZone} onClose={add.close} />
      <EditDiscountDialog discount={rowOf(edit.value)} timeZone={timeZone} onClose={edit.close} />
      <EndDialog discount={rowOf(end.value)} onClose={end.close} />
    </>
  );
}

type NoDiscountsProps = { isFiltered: boolean; listParams: ListParams; onAdd: () => void };

function NoDiscounts({ isFiltered, listParams, onAdd }: NoDiscountsProps) {
  if (isFiltered) {
    const clear = () => listParams.change({ search: undefined, status: undefined });
    return (
      <EmptyState
        Icon={SearchX}
        title="No codes match"
        action={
          <Button variant="outline" onClick={clear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState Icon={Tag} title="No discount codes yet" action={<Button onClick={onAdd}>Add code</Button>}>
      Customers type a code at the checkout and pay less: a percentage, an amount, or no shipping.
    </EmptyState>
  );
}

type DiscountActionsProps = { discount: Discount; onEdit: () => void; onEnd: () => void };

function DiscountActions({ discount: { code, status }, onEdit, onEnd }: DiscountActionsProps) {
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => notify('success', `Copied ${code}`),
      () => notify('error', 'The browser did not allow copying.'),
    );
  return (
    <>
      <IconButton label={`Copy ${code}`} title="Copy" size="sm" onClick={copy}>
        <Copy className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label={`Edit ${code}`} title="Edit" size="sm" onClick={onEdit}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      {status !== 'ended' && (
        <IconButton
          label={`End ${code}`}
          title="End now"
          size="sm"
          className="hover:text-bad-text"
          onClick={onEnd}
        >
          <CircleStop className="size-4" aria-hidden="true" />
        </IconButton>
      )}
    </>
  );
}

function EndDialog({ discount, onClose }: { discount: Discount | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title="End discount code"
      item={discount ?? null}
      nameOf={({ code }) => code}
      remove={({ id }) => api.endDiscount({ params: { id } })}
      onDeleted={() => {
        notify('success', 'Discount code ended');
        void queries.invalidateQueries({ queryKey: ['discounts'] });
      }}
      failedMessage="The code could not be ended. Try again."
      onClose={onClose}
    >
      {({ code, uses }) => (
        <>
          Nobody can use <strong>{code}</strong> from now on.{' '}
          {uses > 0 && 'Orders that were placed with it keep their discount.'}
        </>
      )}
    </DeleteDialog>
  );
}
