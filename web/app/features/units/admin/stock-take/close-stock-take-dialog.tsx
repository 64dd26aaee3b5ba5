import type { StockTake } from '@reprise/contract/units/stock-takes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { shortSentence } from '../unit-outcomes.ts';

type CloseStockTakeDialogProps = { stockTake: StockTake; onClose: () => void };

/** Says what closing does to the missing devices; the numbers are those at the time the dialog was opened. */
export function CloseStockTakeDialog({ stockTake, onClose }: CloseStockTakeDialogProps) {
  const [{ id, counts }] = useState(stockTake);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries();
  const close = useMutation({
    mutationFn: () => api.closeStockTake({ params: { id }, body: { missing: counts.missing } }),
    onSuccess: ({ stockTake: { counts }, kept, shortOrders }) => {
      const lost = counts.lost === 1 ? '1 device is lost.' : `${counts.lost} devices are lost.`;
      notify('success', `The stock-take is closed. ${lost}${keptNote(kept)}`);
      if (shortOrders.length > 0) notify('warning', shortSentence(shortOrders));
      onClose();
    },
    onSettled: refresh,
  });
  const discard = useMutation({
    mutationFn: () => api.discardStockTake({ params: { id }, body: {} }),
    onSuccess: onClose,
    onSettled: refresh,
  });
  const error = close.error ?? discard.error;
  return (
    <Modal open onClose={onClose} title="Close the stock-take">
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          close.mutate();
        }}
        onCancel={onClose}
        submitLabel={counts.missing > 0 ? `Remove ${counts.missing} and close` : 'Close'}
        danger={counts.missing > 0}
        saving={close.isPending}
        failure={error && messageOf(error, noResponse('safe'))}
        aside={
          <Button variant="ghost" loading={discard.isPending} onClick={() => discard.mutate()}>
            Discard the count
          </Button>
        }
      >
        <div className="grid gap-3">
          {counts.missing === 0 ? (
            <p>All devices were found. No device is changed.</p>
          ) : (
            <>
              <p>
                {counts.missing === 1 ? '1 device is' : `${counts.missing} devices are`} missing. Look for
                them a second time before you close: they become “Lost”, and the stock of their products falls
                with them.
              </p>
              <p>
                Devices that are packed stay, and are marked as not on the shelf. An order that waited for a
                lost device is short: Pack shows it on top. A device that turns up later can be brought back
                on its page.
              </p>
            </>
          )}
        </div>
      </DialogForm>
    </Modal>
  );
}

function keptNote(kept: { number: string }[]): string {
  if (kept.length === 0) return '';
  const numbers = kept.map(({ number }) => number).join(', ');
  return ` ${numbers} stayed: marked as not on the shelf.`;
}
