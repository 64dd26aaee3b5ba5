import type { ReturnLine } from '@reprise/contract/sales/returns/return';
import {
  deductionReasonLabels,
  isTaken,
  type ReturnDecision,
  returnDecisionLabels,
  returnDecisions,
  returnDispositionLabels,
  returnDispositions,
} from '@reprise/contract/sales/returns/return-states';
import { returnEndpoints } from '@reprise/contract/sales/returns/returns';
import { readAmount, typeAmount } from '@reprise/contract/typed-number';
import { useFieldArray } from 'react-hook-form';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { LineDialogProps } from './receive-dialog.tsx';
import { type Replacement, ReplacementFields } from './replacement-fields.tsx';
import { useDeskForm } from './use-desk-form.ts';

const hints: Record<ReturnDecision, string> = {
  refund: 'The money goes back when you settle.',
  keep: 'Where the way back costs more than the item is worth.',
  repair: 'It goes to the bench and stays the customer’s: it is never on sale.',
  replace: 'It is yours, and another one is sent free of charge with an order of its own.',
  reject: 'Nothing is refunded, and the customer gets an email.',
};

/** True if what was sent came back. */
export const isHere = ({ match }: Pick<ReturnLine, 'match'>): boolean =>
  match === 'same' || match === 'unreadable';

/** Decisions that what arrived allows. */
function decisionsFor(line: ReturnLine): ReturnDecision[] {
  const has = isHere(line);
  const allowed: Record<ReturnDecision, boolean> = {
    refund: has,
    keep: !has && line.match !== 'other',
    repair: has && line.unit !== null && !line.isTakenOver,
    replace: has,
    reject: line.receivedAt !== null && !line.isTakenOver,
  };
  return returnDecisions.filter((decision) => allowed[decision]);
}

/** Returns the label of a decision; nothing goes back of an empty parcel. */
export const labelOf = (decision: ReturnDecision, { match }: ReturnLine): string =>
  decision === 'reject' && match === 'missing' ? 'No refund' : returnDecisionLabels[decision];

const isKept = (decision: ReturnDecision | '') => decision !== '' && isTaken(decision);

type Values = {
  decision: ReturnDecision | '';
  disposition: string;
  replacement: Replacement;
  deductions: { reason: string; note: string; amount: string }[];
};

function valuesOf(line: ReturnLine): Values {
  return {
    decision: line.decision ?? '',
    disposition: line.disposition ?? (line.unit === null ? 'restock' : 'bench'),
    replacement: {
      product: line.replacement?.product ?? line.product,
      unit: line.replacement?.unit ?? '',
    },
    deductions: line.deductions.map(({ reason, note, amount }) => ({
      reason,
      note,
      amount: typeAmount(amount),
    })),
  };
}

function bodyOf(line: ReturnLine, { decision, disposition, deductions, replacement }: Values) {
  const { product, unit } = replacement;
  return {
    decisions: [
      {
        line: line.id,
        decision,
        ...(isKept(decision) && !line.isTakenOver && { disposition }),
        ...(decision === 'replace' && {
          replacement: { product: product.id, ...(unit !== '' && { unit }) },
        }),
        deductions:
          decision === 'refund'
            ? deductions.map(({ amount, ...rest }) => ({ ...rest, amount: readAmount(amount) ?? '' }))
            : [],
      },
    ],
  };
}

/** Decides on a line; nothing is paid before the settlement. */
export function DecideDialog({ orderReturn: { number }, line, onChanged, onClose }: LineDialogProps) {
  const form = useDeskForm({
    defaultValues: valuesOf(line),
    schema: returnEndpoints.decideReturn.body,
    bodyOf: (values: Values) => bodyOf(line, values),
    save: (body) => api.decideReturn({ params: { number }, body }),
    done: 'Decision saved',
    onChanged,
    onClose,
  });
  const decision = form.watch('decision');
  const dispositions = returnDispositions.filter((value) =>
    line.unit === null ? ['restock', 'scrap', 'supplier'].includes(value) : value !== 'restock',
  );
  return (
    <FormDialog
      form={form}
      title={line.product.name}
      size="sm"
      onClose={onClose}
      submitLabel="Save"
      submitDisabled={decision === ''}
    >
      <div className="grid gap-4">
        <ChoiceGroup label="Decision" error={form.formState.errors.root?.message}>
          {decisionsFor(line).map((value) => (
            <Radio
              key={value}
              label={labelOf(value, line)}
              hint={hints[value]}
              value={value}
              {...form.register('decision')}
            />
          ))}
        </ChoiceGroup>
        {decision === 'replace' && (
          <ReplacementFields
            line={line}
            value={form.watch('replacement')}
            onChange={(value) => form.setValue('replacement', value, { shouldDirty: true })}
          />
        )}
        {isKept(decision) && !line.isTakenOver && (
          <Select
            label="Where it goes"
            options={dispositions.map((value) => [value, returnDispositionLabels[value]])}
            {...form.field('disposition')}
          />
        )}
        {decision === 'refund' && <Deductions form={form} />}
      </div>
    </FormDialog>
  );
}

function Deductions({ form }: { form: CheckedForm<Values> }) {
  const rows = useFieldArray({ control: form.control, name: 'deductions' });
  return (
    <>
      {rows.fields.map((row, index) => (
        <fieldset key={row.id} className="grid gap-3 rounded-control bg-sunken p-3">
          <legend className="sr-only">Deduction {index + 1}</legend>
          <Select
            label="Deducted for"
            options={deductionReasonLabels}
            {...form.field(`deductions.${index}.reason`)}
          />
          <TextInput label="Words for the customer" required {...form.field(`deductions.${index}.note`)} />
          <MoneyInput label="Amount" required {...form.field(`deductions.${index}.amount`)} />
          <div>
            <Button variant="ghost" size="sm" onClick={() => rows.remove(index)}>
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button
          variant="outline"
          size="sm"
          onClick={() => rows.append({ reason: 'missing-accessory', note: '', amount: '' })}
        >
          Add a deduction
        </Button>
      </div>
    </>
  );
}
