import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { DeskProps } from './admin-return-page.tsx';
import { useDeskForm } from './use-desk-form.ts';

/** Items that are repaired or not taken back, and the parcel in which they leave. */
export function SendBackCard({ orderReturn, onChanged }: DeskProps) {
  const [isAsking, setAsking] = useState(false);
  const { lines, toSendBack = [] } = orderReturn;
  const waiting = lines.filter(({ id }) => toSendBack.includes(id));
  if (waiting.length === 0) return null;
  return (
    <Card title="To the customer">
      <ul className="grid gap-1 text-sm">
        {waiting.map(({ id, product, unit, decision }) => (
          <li key={id}>
            {unit ?? product.name}: {decision === 'repair' ? 'after its repair' : 'as it is'}
          </li>
        ))}
      </ul>
      <Button className="mt-4" wide aria-keyshortcuts="b" onClick={() => setAsking(true)}>
        Send back
      </Button>
      {isAsking && (
        <SendBackDialog orderReturn={orderReturn} onChanged={onChanged} onClose={() => setAsking(false)} />
      )}
    </Card>
  );
}

type Values = { lines: string[]; carrier: string; trackingNumber: string };

function SendBackDialog({ orderReturn, onChanged, onClose }: DeskProps & { onClose: () => void }) {
  const { number, lines, toSendBack = [] } = orderReturn;
  const form = useDeskForm({
    defaultValues: { lines: toSendBack, carrier: '', trackingNumber: '' } as Values,
    schema: returnEndpoints.sendBackReturn.body,
    save: (body) => api.sendBackReturn({ params: { number }, body }),
    done: 'Sent back. The customer gets an email.',
    onChanged,
    onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Send back to the customer"
      size="sm"
      onClose={onClose}
      submitLabel="It has left"
      submitDisabled={form.watch('lines').length === 0}
    >
      <div className="grid gap-4">
        <ChoiceGroup label="In the parcel">
          {lines
            .filter(({ id }) => toSendBack.includes(id))
            .map(({ id, product, unit }) => (
              <Checkbox
                key={id}
                label={unit ?? product.name}
                hint={product.name}
                value={id}
                {...form.register('lines')}
              />
            ))}
        </ChoiceGroup>
        <TextInput label="Carrier" {...form.field('carrier')} />
        <TextInput
          label="Tracking number"
          hint="The customer reads it in the email."
          {...form.field('trackingNumber')}
        />
      </div>
    </FormDialog>
  );
}
