import { formatMoney } from '@reprise/contract/money';
import {
  type CarrierRate,
  labelEndpoints,
  type ShippingLabel,
} from '@reprise/contract/sales/orders/shipping/labels';
import type { Parcel } from '@reprise/contract/sales/orders/shipping/parcel';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../../api/error-message.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import type { LabelCalls } from './label-calls.ts';
import { parcelFields, parcelLabels, valuesOfParcel, wireOfParcel } from './parcel-values.ts';

type BuyLabelProps = {
  calls: LabelCalls;
  /** True to choose the fastest rate first, rather than the cheapest. */
  isExpress: boolean;
  /** Weight and size by the items. */
  parcel: Parcel;
  onBought: () => Promise<void>;
};

/** Asks for the rates of a parcel, then buys one and opens its label. */
export function BuyLabel({ calls, isExpress, parcel, onBought }: BuyLabelProps) {
  const asking = useMutation({
    mutationFn: (body: Parcel) => calls.listRates(body),
  });
  const form = useCheckedForm({
    defaultValues: valuesOfParcel(parcel),
    schema: labelEndpoints.listCarrierRates.body,
    bodyOf: wireOfParcel,
    save: (body) => asking.mutateAsync(body),
    failed: 'The carriers did not answer. Try again.',
  });
  return (
    <div className="grid gap-4">
      <form noValidate aria-label="Parcel size" className="grid gap-3" onSubmit={form.submit}>
        <div className="grid grid-cols-2 gap-3">
          {parcelFields.map((name) => (
            <WholeNumberInput
              key={name}
              label={parcelLabels[name]}
              lowest={1}
              // The rates were those of another parcel.
              {...form.register(name, { onChange: () => asking.reset() })}
              error={form.field(name).error}
            />
          ))}
        </div>
        {form.failure && <ProblemBox message={form.failure} />}
        <Button type="submit" variant={asking.data ? 'outline' : 'primary'} loading={form.isSaving}>
          {asking.data ? 'Ask again' : 'Get rates'}
        </Button>
      </form>
      {asking.data && asking.variables && (
        <Rates
          key={asking.data.shipment}
          calls={calls}
          isExpress={isExpress}
          parcel={asking.variables}
          {...asking.data}
          onBought={onBought}
        />
      )}
    </div>
  );
}

type LabelPurchase = Parameters<LabelCalls['buy']>[0];

type RatesProps = BuyLabelProps & { shipment: string; rates: CarrierRate[]; messages: string[] };

function Rates({ calls, isExpress, parcel, shipment, rates, messages, onBought }: RatesProps) {
  const buying = useMutation({
    mutationFn: (body: LabelPurchase) => calls.buy(body),
    onSuccess: ({ label }) => showLabel(calls, label),
    onSettled: onBought,
  });
  const form = useCheckedForm({
    defaultValues: { rate: firstChoice(rates, isExpress)?.id ?? '' },
    schema: labelEndpoints.buyLabel.body,
    bodyOf: ({ rate }) => ({ shipment, rate, parcel }),
    save: (body) => buying.mutateAsync(body),
  });
  const chosen = form.watch('rate');
  const rate = rates.find(({ id }) => id === chosen);
  if (rates.length === 0) {
    return (
      <div className="grid gap-2 text-sm">
        <p>No carrier takes this parcel. Check its weight, its size and the address.</p>
        <Messages messages={messages} />
      </div>
    );
  }
  return (
    <form noValidate className="grid gap-4" aria-label="Rates" onSubmit={form.submit}>
      <ChoiceGroup label="Rates">
        {rates.map(({ id, carrier, service, price, days }) => (
          <Radio
            key={id}
            label={`${carrier} ${service}`}
            hint={daysText(days)}
            aside={formatMoney(price)}
            value={id}
            {...form.field('rate')}
          />
        ))}
      </ChoiceGroup>
      <Messages messages={messages} />
      {form.failure && <ProblemBox message={form.failure} />}
      <Button type="submit" disabled={!rate} loading={form.isSaving}>
        {rate ? `Buy label for ${formatMoney(rate.price)}` : 'Buy label'}
      </Button>
    </form>
  );
}

function Messages({ messages }: { messages: string[] }) {
  if (messages.length === 0) return null;
  return (
    <details className="text-ink-muted text-sm">
      <summary className="cursor-pointer">
        {messages.length === 1 ? '1 carrier has no rate' : `${messages.length} carriers have no rate`}
      </summary>
      <ul className="mt-1 grid gap-1">
        {messages.map((message) => (
          <li key={message} className="wrap-anywhere">
            {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

function daysText(days: number | null): string | undefined {
  if (days === null) return undefined;
  return days === 1 ? '1 day' : `${days} days`;
}

/** The cheapest rate, or the fastest one. */
function firstChoice(rates: CarrierRate[], isExpress: boolean): CarrierRate | undefined {
  if (!isExpress) return rates[0];
  const daysOf = ({ days }: CarrierRate) => days ?? Number.POSITIVE_INFINITY;
  return rates.toSorted((a, b) => daysOf(a) - daysOf(b))[0];
}

function showLabel(calls: LabelCalls, { id, trackingNumber }: ShippingLabel): void {
  notify('success', `Label bought: ${trackingNumber}`);
  calls
    .open(id)
    .catch((error) => notify('error', messageOf(error, 'The label could not be opened. Print it below.')));
}
