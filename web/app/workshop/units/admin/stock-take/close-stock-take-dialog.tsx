import { type StockTake, stockTakeEndpoints } from '@reprise/contract/workshop/units/stock-takes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { shortSentence } from '../unit-outcomes.ts';

type CloseStockTakeDialogProps = { stockTake: StockTake; onClose: () => void };

/** Says what closing does to the missing devices; the numbers are those at the time the dialog was opened. */
export function CloseStockTakeDialog({ stockTake, onClose }: CloseStockTakeDialogProps) {
  const [{ id, counts }] = useState(stockTake);
  const queries = useQueryClient();
  const form = useSavedForm({
    defaultValues: {},
    schema: stockTakeEndpoints.closeStockTake.body,
    bodyOf: () => ({ missing: counts.missing }),
    save: (body) => api.closeStockTake({ params: { id }, body }),
    done: ({ stockTake: { counts }, kept }) => {
      const lost = counts.lost === 1 ? '1 device is lost.' : `${counts.lost} devices are lost.`;
      return `The stock-take is closed. ${lost}${keptNote(kept)}`;
    },
    invalidatesOnFailure: true,
    onSaved: ({ shortOrders }) => {
      if (shortOrders.length > 0) notify('warning', shortSentence(shortOrders));
      onClose();
    },
  });
  const discard = useMutation({
    mutationFn: () => api.discardStockTake({ params: { id }, body: {} }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <FormDialog
      form={form}
      title="Close the stock-take"
      onClose={onClose}
      submitLabel={counts.missing > 0 ? `Remove ${counts.missing} and close` : 'Close'}
      danger={counts.missing > 0}
      failure={form.failure ?? (discard.isError ? messageOf(discard.error, noResponse('safe')) : undefined)}
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
              {counts.missing === 1 ? '1 device is' : `${counts.missing} devices are`} missing. Look for them
              a second time before you close: they become “Lost”, and the stock of their products falls with
              them.
            </p>
            <p>
              Devices that are packed stay, and are marked as not on the shelf. An order that waited for a
              lost device is short: Pack shows it on top. A device that turns up later can be brought back on
              its page.
            </p>
          </>
        )}
      </div>
    </FormDialog>
  );
}

function keptNote(kept: { number: string }[]): string {
  if (kept.length === 0) return '';
  const numbers = kept.map(({ number }) => number).join(', ');
  return ` ${numbers} stayed: marked as not on the shelf.`;
}
