import { type Discount, discountStatuses } from '@reprise/contract/sales/discounts/discounts';
import { useQueryClient } from '@tanstack/react-query';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter } from '../../../admin-ui/list/list-filters.tsx';
import { RowAction } from '../../../admin-ui/list/row-action.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../api/browser-api.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CircleStop, Copy, Pencil, Plus, Tag } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { DiscountDialog } from './discount-dialogs.tsx';
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

const filters = [
  searchFilter('Search codes'),
  selectFilter({
    name: 'status',
    label: 'Status',
    all: 'All codes',
    choices: choicesOf(discountStatuses, statusLabels),
  }),
] as const;

/** Lists the discount codes with their value, their time and the orders that used them. */
export default function AdminDiscountsPage() {
  const timeZone = useStoreSettings()?.timeZone ?? 'UTC';
  const list = useAdminList({
    queryKey: ['discounts'],
    filters,
    load: (query, options) => api.listDiscounts({ query }, options),
    rowsOf: ({ discounts }) => discounts,
  });
  const add = useDialogParam('add');
  const edit = useDialogParam('edit');
  const end = useDialogParam('end');
  const rowOf = (id: string | null) => list.data?.rows.find((discount) => discount.id === id);
  const edited = rowOf(edit.value);
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
        nameOf={({ code }) => code}
        isFaded={({ status }) => status === 'ended'}
        actions={(discount) => (
          <DiscountActions
            discount={discount}
            onEdit={() => edit.open(discount.id)}
            onEnd={() => end.open(discount.id)}
          />
        )}
        noMatch="No codes match"
        empty={
          <EmptyState
            Icon={Tag}
            title="No discount codes yet"
            action={<Button onClick={() => add.open('code')}>Add code</Button>}
          >
            Customers type a code at the checkout and pay less: a percentage, an amount, or no shipping.
          </EmptyState>
        }
      />
      {add.value !== null && <DiscountDialog timeZone={timeZone} onClose={add.close} />}
      {edited && (
        <DiscountDialog key={edited.id} discount={edited} timeZone={timeZone} onClose={edit.close} />
      )}
      <EndDialog discount={rowOf(end.value)} onClose={end.close} />
    </>
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
      <RowAction Icon={Copy} label={`Copy ${code}`} title="Copy" onClick={copy} />
      <RowAction Icon={Pencil} label={`Edit ${code}`} title="Edit" onClick={onEdit} />
      {status !== 'ended' && (
        <RowAction Icon={CircleStop} label={`End ${code}`} title="End now" isDanger onClick={onEnd} />
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
