import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { notifyFailure } from '../../../admin-ui/notify-failure.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import type { DeskProps } from './admin-return-page.tsx';
import { LostDialog } from './lost-dialog.tsx';
import { useDeskForm } from './use-desk-form.ts';

/** Approve or refuse a request, revive an expired return, or end one whose parcel was lost. */
export function AnswerActions({ orderReturn, onChanged }: DeskProps) {
  const { number, state } = orderReturn;
  const [isRefusing, setRefusing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (mayBeLost(orderReturn)) return <LostAction orderReturn={orderReturn} onChanged={onChanged} />;
  if (state !== 'requested' && state !== 'expired') return null;
  const approve = async () => {
    setBusy(true);
    try {
      onChanged(await api.approveReturn({ params: { number } }));
      notify('success', `Return ${number} approved. The customer gets an email.`);
    } catch (error) {
      notifyFailure('The return was not approved', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {state === 'requested' && (
        <Button variant="outline" onClick={() => setRefusing(true)}>
          Refuse
        </Button>
      )}
      <Button aria-keyshortcuts="a" loading={isBusy} onClick={() => void approve()}>
        {state === 'expired' ? 'Approve again' : 'Approve'}
      </Button>
      {isRefusing && (
        <RefuseDialog number={number} onChanged={onChanged} onClose={() => setRefusing(false)} />
      )}
    </>
  );
}

/** True if something is on its way that may not arrive. */
const mayBeLost = ({ state, lines }: DeskProps['orderReturn']) =>
  (state === 'approved' || state === 'sent' || state === 'received') &&
  lines.some(({ receivedAt, settledAt }) => receivedAt === null && settledAt === null);

function LostAction(props: DeskProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Parcel lost
      </Button>
      {isOpen && <LostDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

type RefuseDialogProps = { number: string; onChanged: DeskProps['onChanged']; onClose: () => void };

function RefuseDialog({ number, onChanged, onClose }: RefuseDialogProps) {
  const form = useDeskForm({
    defaultValues: { reason: '' },
    schema: returnEndpoints.refuseReturn.body,
    save: (body) => api.refuseReturn({ params: { number }, body }),
    done: `Return ${number} refused. The customer gets an email.`,
    onChanged,
    onClose,
  });
  return (
    <FormDialog form={form} title="Refuse the return" size="sm" onClose={onClose} submitLabel="Refuse" danger>
      <TextArea
        label="Reason"
        required
        hint="The customer reads it as written."
        rows={4}
        maxLength={500}
        {...form.field('reason')}
      />
    </FormDialog>
  );
}
