import { formatMoney } from '@reprise/contract/money';
import type { Packing } from '@reprise/contract/orders/packing';
import type { CarrierRate, ShippingLabel } from '@reprise/contract/shipping/labels';
import { type Parcel, parcel as parcelSchema } from '@reprise/contract/shipping/parcel';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { openLabel } from './open-label.ts';
import {
  type ParcelValues,
  parcelErrors,
  parcelFields,
  parcelLabels,
  valuesOfParcel,
  wireOfParcel,
} from './parcel-values.ts';

type BuyLabelProps = {
  packing: Pick<Packing, 'id' | 'shippingMethod'>;
  /** Weight and size by the items. */
  parcel: Parcel;
  onBought: () => Promise<void>;
};

/** Asks for the rates of a parcel, then buys one and opens its label. */
export function BuyLabel({ packing, parcel, onBought }: BuyLabelProps) {
  const [values, setValues] = useState(() => valuesOfParcel(parcel));
  const [errors, setErrors] = useState<Partial<ParcelValues>>({});
  const asking = useMutation({
    mutationFn: (body: Parcel) => api.listCarrierRates({ params: { id: packing.id }, body }),
  });
  const ask = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const checked = parcelSchema.safeParse(wireOfParcel(values));
    if (checked.success) {
      setErrors({});
      return asking.mutate(checked.data);
    }
    setErrors(parcelErrors(checked.error));
  };
  const change = (field: keyof ParcelValues, value: string) => {
    setValues({ ...values, [field]: value });
    // The rates were those of another parcel.
    asking.reset();
  };
  return (
    <div className="grid gap-4">
      <form noValidate aria-label="Parcel size" className="grid gap-3" onSubmit={ask}>
        <div className="grid grid-cols-2 gap-3">
          {parcelFields.map((field) => (
            <WholeNumberInput
              key={field}
              label={parcelLabels[field]}
              lowest={1}
              value={values[field]}
              onChange={(event) => change(field, event.target.value)}
              error={errors[field]}
            />
          ))}
        </div>
        {asking.isError && (
          <ProblemBox message={messageOf(asking.error, 'The carriers did not answer. Try again.')} />
        )}
        <Button type="submit" variant={asking.data ? 'outline' : 'primary'} loading={asking.isPending}>
          {asking.data ? 'Ask again' : 'Get rates'}
        </Button>
      </form>
      {asking.data && asking.variables && (
        <Rates
          key={asking.data.shipment}
          packing={packing}
          parcel={asking.variables}
          {...asking.data}
          onBought={onBought}
        />
      )}
    </div>
  );
}

type RatesProps = BuyLabelProps & { shipment: string; rates: CarrierRate[]; messages: string[] };

function Rates({ packing, parcel, shipment, rates, messages, onBought }: RatesProps) {
  const [chosen, setChosen] = useState(() => firstChoice(rates, packing.shippingMethod)?.id);
  const rate = rates.find(({ id }) => id === chosen);
  const buying = useMutation({
    mutationFn: (rate: string) =>
      api.buyLabel({ params: { id: packing.id }, body: { shipment, rate, parcel } }),
    onSuccess: ({ label }) => showLabel(label),
    onSettled: onBought,
  });
  if (rates.length === 0) {
    return (
      <div className="grid gap-2 text-sm">
        <p>No carrier takes this parcel. Check its weight, its size and the address.</p>
        <Messages messages={messages} />
      </div>
    );
  }
  return (
    <form
      className="grid gap-4"
      aria-label="Rates"
      onSubmit={(event) => {
        event.preventDefault();
        if (rate) buying.mutate(rate.id);
      }}
    >
      <ChoiceGroup label="Rates">
        {rates.map(({ id, carrier, service, price, days }) => (
          <Radio
            key={id}
            name="rate"
            label={`${carrier} ${service}`}
            hint={daysText(days)}
            aside={formatMoney(price)}
            checked={id === chosen}
            onChange={() => setChosen(id)}
          />
        ))}
      </ChoiceGroup>
      <Messages messages={messages} />
      {buying.isError && <ProblemBox message={messageOf(buying.error, noResponse('safe'))} />}
      <Button type="submit" disabled={!rate} loading={buying.isPending}>
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

/** The cheapest rate, or the fastest one for an express order. */
function firstChoice(rates: CarrierRate[], method: Packing['shippingMethod']): CarrierRate | undefined {
  if (method !== 'express') return rates[0];
  const daysOf = ({ days }: CarrierRate) => days ?? Number.POSITIVE_INFINITY;
  return rates.toSorted((a, b) => daysOf(a) - daysOf(b))[0];
}

function showLabel({ id, trackingNumber }: ShippingLabel): void {
  notify('success', `Label bought: ${trackingNumber}`);
  openLabel(id).catch((error) =>
    notify('error', messageOf(error, 'The label could not be opened. Print it below.')),
  );
}
