import { formatMoney } from '@reprise/contract/money';
import { readAmount, typeShortAmount } from '@reprise/contract/typed-number';
import { type ClosingResult, type Lot, lotClosing } from '@reprise/contract/workshop/lots/lot';
import { skipToken, useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { Fact } from '../../../ui/fact.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

type CloseLotDialogProps = { lot: Lot; onClose: () => void };

/** Shows what closing a lot books, then closes it. */
export function CloseLotDialog({ lot, onClose }: CloseLotDialogProps) {
  const params = { id: lot.id };
  const form = useSavedForm({
    defaultValues: {
      neverCame: 'credited',
      goods: lot.goods === null ? '' : typeShortAmount(lot.goods),
    },
    schema: lotClosing,
    bodyOf: ({ goods, ...values }) => ({ ...values, goods: readAmount(goods) }),
    save: (body) => api.closeLot({ params, body }),
    done: `Lot ${lot.number} closed`,
    invalidates: [['lots'], ['units']],
    onSaved: onClose,
  });
  const neverCame = form.watch('neverCame');
  const { data: dryRun } = lotClosing.safeParse({
    neverCame,
    goods: readAmount(form.watch('goods')),
    dryRun: true,
  });
  const body = dryRun?.goods === undefined ? undefined : dryRun;
  const preview = useQuery({
    queryKey: ['lot-closing', lot.id, lot.version, lot.counts, body],
    queryFn: body ? () => api.closeLot({ params, body }) : skipToken,
    staleTime: 0,
  });
  return (
    <FormDialog
      form={form}
      title={`Close lot ${lot.number}`}
      onClose={onClose}
      submitLabel="Close lot"
      submitDisabled={!preview.data}
      failure={
        preview.isError
          ? messageOf(preview.error, 'The costs could not be computed. Close this and try again.')
          : form.failure
      }
    >
      <div className="grid gap-5">
        <MoneyInput
          label="Price of all devices"
          hint="What the supplier asks for them. Enter 0 if they were free."
          required
          {...form.field('goods')}
        />
        {lot.counts.expected > 0 && (
          <Select
            label={`${formatCount(lot.counts.expected)} ${lot.counts.expected === 1 ? 'device' : 'devices'} never came`}
            hint="They leave the register, and their numbers are free again."
            options={{
              credited: 'The supplier credits their price',
              spread: 'The other devices carry their cost',
            }}
            {...form.field('neverCame')}
          />
        )}
        {preview.data ? (
          <Preview result={preview.data.result} />
        ) : (
          body && !preview.isError && <Skeleton className="h-28" />
        )}
        <p className="text-ink-muted text-sm">
          The costs are booked to the devices once. You can add later costs afterwards; the amount of the
          devices no longer changes.
        </p>
      </div>
    </FormDialog>
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
