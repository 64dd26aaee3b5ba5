import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { readWhole } from '@reprise/contract/typed-number';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { DeskProps } from './admin-return-page.tsx';
import { useDeskForm } from './use-desk-form.ts';

export type LineDialogProps = DeskProps & { line: ReturnLine; onClose: () => void };

/** Records a counted item, or a device without a readable number. */
export function ReceiveDialog({ orderReturn: { number }, line, onChanged, onClose }: LineDialogProps) {
  const isDevice = line.unit !== null;
  const form = useDeskForm({
    defaultValues: { match: '', quantity: String(line.quantity), note: '', missingParts: '' },
    schema: returnEndpoints.receiveReturn.body,
    bodyOf: ({ match, quantity, note, missingParts }) => ({
      line: line.id,
      note,
      missingParts: missingParts
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
      ...(isDevice ? match !== '' && { match } : { quantity: readWhole(quantity) ?? null }),
    }),
    save: (body) => api.receiveReturn({ params: { number }, body }),
    done: 'Recorded',
    onChanged,
    onClose,
  });
  const match = form.watch('match');
  return (
    <FormDialog
      form={form}
      title={line.product.name}
      size="sm"
      onClose={onClose}
      submitLabel="Record"
      submitDisabled={isDevice && match === ''}
    >
      <div className="grid gap-4">
        {isDevice ? (
          <ChoiceGroup label="What was in the parcel?">
            <Radio
              label="The device, its number cannot be read"
              value="unreadable"
              {...form.register('match')}
            />
            <Radio label="Nothing" value="missing" {...form.register('match')} />
          </ChoiceGroup>
        ) : (
          <WholeNumberInput label="How many came?" required {...form.field('quantity')} />
        )}
        <TextArea
          label="How it looks"
          required={isDevice}
          hint="Parcel and device; with an empty parcel its weight."
          rows={3}
          maxLength={500}
          {...form.field('note')}
        />
        {match !== 'missing' && (
          <TextInput label="Missing parts" hint="With commas: charger, box" {...form.field('missingParts')} />
        )}
      </div>
    </FormDialog>
  );
}
