import type { ClosingResult, Lot, LotClosing } from '@reprise/contract/lots/lot';
import { formatMoney } from '@reprise/contract/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { Fact } from '../../../ui/fact.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

type CloseLotDialogProps = { open: boolean; lot: Lot; onClose: () => void };

/** Shows what closing a lot books, then closes it. */
export function CloseLotDialog({ open, lot, onClose }: CloseLotDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title={`Close lot ${lot.number}`}>
      {open && lot.state === 'open' && <CloseLotForm lot={lot} onClose={onClose} />}
    </Modal>
  );
}

function CloseLotForm({ lot, onClose }: { lot: Lot; onClose: () => void }) {
  const [neverCame, setNeverCame] = useState<LotClosing['neverCame']>('credited');
  const queries = useQueryClient();
  const call = (dryRun: boolean) =>
    api.closeLot({ params: { id: lot.id }, body: { neverCame, dryRun } }).then(({ result }) => result);
  const preview = useQuery({
    queryKey: ['lot-closing', lot.id, lot.version, lot.counts, neverCame],
    queryFn: () => call(true),
    staleTime: 0,
  });
  const closing = useMutation({
    mutationFn: () => call(false),
    onSuccess: () => {
      notify('success', `Lot ${lot.number} closed`);
      void queries.invalidateQueries({ queryKey: ['lots'] });
      void queries.invalidateQueries({ queryKey: ['units'] });
      onClose();
    },
  });
  const failure = preview.isError
    ? messageOf(preview.error, 'The costs could not be computed. Close this and try again.')
    : closing.isError && messageOf(closing.error, noResponse('safe'));
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        closing.mutate();
      }}
      onCancel={onClose}
      submitLabel="Close lot"
      submitDisabled={!preview.data}
      saving={closing.isPending}
      failure={failure}
    >
      <div className="grid gap-5">
        {lot.counts.expected > 0 && (
          <Select
            label={`${formatCount(lot.counts.expected)} ${lot.counts.expected === 1 ? 'device' : 'devices'} never came`}
            hint="They leave the register, and their numbers are free again."
            value={neverCame}
            onChange={(event) => setNeverCame(event.target.value as LotClosing['neverCame'])}
          >
            <option value="credited">The supplier credits their price</option>
            <option value="spread">The other devices carry their cost</option>
          </Select>
        )}
        {preview.data ? <Preview result={preview.data} /> : !preview.isError && <Skeleton className="h-28" />}
        <p className="text-ink-muted text-sm">
          The costs are booked to the devices once. You can add later costs afterwards; the amount of the
          devices no longer changes.
        </p>
      </div>
    </DialogForm>
  );
}

function Preview({ result }: { result: ClosingResult }) {
  const { received, goods, credit, others, total, lowest, highest } = result;
  return (
    <dl className="tabular grid grid-cols-2 gap-4 text-sm">
      <Fact label="Price of all devices">{formatMoney(goods)}</Fact>
      <Fact label="Freight, duty, fees, credits">{formatMoney(others)}</Fact>
      {credit > 0 && <Fact label="Credit for what never came">{formatMoney(credit)}</Fact>}
      <Fact label="Total" className="font-semibold">
        {formatMoney(total)}
      </Fact>
      <Fact label="Received devices">{formatCount(received)}</Fact>
      {lowest !== null && highest !== null && (
        <Fact label="Cost of one">
          {lowest === highest ? formatMoney(lowest) : `${formatMoney(lowest)} to ${formatMoney(highest)}`}
        </Fact>
      )}
    </dl>
  );
}
