import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import type { Order, ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import type { StaffOrder } from '@reprise/contract/sales/orders/orders';
import { type PricedLine, shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { shippingLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { addressFields, withRequiredParts } from '@reprise/contract/sales/orders/shipping-address';
import { quoteAt, ratesFor } from '@reprise/contract/sales/orders/tax';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../../api/error-message.ts';
import { AddressFields } from '../../../../forms/address/address-fields.tsx';
import { withCounter } from '../../../../forms/address/at-counter.ts';
import { emptyAddress } from '../../../../forms/address/empty-address.ts';
import {
  billingFormFields,
  emptyBilling,
  rethrowAtFormFields,
  withBilling,
} from '../../../../forms/billing/billing-form.ts';
import { exemptionOfForm } from '../../../../forms/billing/exemption-of-form.ts';
import { formResolver, showAtFields } from '../../../../forms/form-resolver.ts';
import { useHomeCountry } from '../../../../foundations/settings/use-home-country.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { TotalsList } from '../../../cart/totals-list.tsx';
import { DiscountField } from '../../../checkout/discount/discount-field.tsx';
import { discountedLines, useDiscount } from '../../../checkout/discount/use-discount.ts';
import { DeliveryChoice } from '../../../checkout/shipping/delivery-choice.tsx';
import { ShippingChoice } from '../../../checkout/shipping/shipping-choice.tsx';
import { BillingCard } from '../billing/billing-card.tsx';
import { CustomerPicker } from './customer-picker.tsx';
import { deviceChoicesKey } from './line-devices.tsx';
import { type ChosenLine, LinePicker } from './line-picker.tsx';

export const meta = () => adminMeta('New order');

/** Order that a customer places by phone. */
export default function AdminNewOrderPage() {
  // Current settings, so that a quoted total is the total of the order.
  const settings = useQuery({
    queryKey: ['settings', 'public'],
    queryFn: () => api.getPublicSettings(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Breadcrumb steps={[{ label: 'Orders', to: '/admin/orders' }, { label: 'New order' }]} />
      <h1 className="mt-2 mb-5 text-lg sm:text-xl">New order</h1>
      <Loaded query={settings} failed="The rates could not be loaded">
        {(data) => <NewOrderForm rates={data.settings} />}
      </Loaded>
    </>
  );
}

const newOrderForm = withRequiredParts(
  z.object({ ...addressFields, ...billingFormFields, shippingMethod: z.enum(shippingMethods) }),
);
type NewOrderForm = z.input<typeof newOrderForm>;
type NewOrderFormReturn = UseFormReturn<NewOrderForm, unknown, z.output<typeof newOrderForm>>;

const empty: NewOrderForm = { ...emptyAddress, shippingMethod: 'standard', ...emptyBilling };

function NewOrderForm({ rates }: { rates: PublicSettings }) {
  const [customer, setCustomer] = useState<UserRecord | null>(null);
  const [lines, setLines] = useState<ChosenLine[]>([]);
  const form = useForm<NewOrderForm, unknown, z.output<typeof newOrderForm>>({
    resolver: formResolver(newOrderForm, withCounter(rates.pickup)),
    defaultValues: { ...empty, country: useHomeCountry() },
  });
  const { isDirty } = form.formState;
  const shippingMethod = form.watch('shippingMethod');
  const isCollected = shippingMethod === 'pickup';
  const discount = useDiscount();
  const priced = discountedLines(lines, discount.applied);
  const [country, state, zipCode] = form.watch(['country', 'state', 'zipCode']);
  const exemption = exemptionOfForm(rates, form.watch());
  const place = { country, state, zipCode, isExempt: exemption === 'exempt' };
  const totals = quoteAt(place, priced, rates, shippingMethod, discount.terms);
  const placing = usePlacing(form);
  const changeLines = (next: ChosenLine[]) => {
    // The code was checked for the lines before.
    discount.remove();
    setLines(next);
  };
  const fillIn = (user: UserRecord | null) => {
    setCustomer(user);
    if (user)
      void prefill(user).then((known) =>
        form.reset({ ...form.getValues(), ...known }, { keepDefaultValues: true }),
      );
  };
  const applyCode = (code: string) =>
    discount.apply(code, { lines, shippingMethod, email: form.getValues('email'), replaces: undefined });
  const submit = form.handleSubmit((values) => {
    const { billing, shippingMethod: method, ...shippingAddress } = withBilling(values);
    placing.mutate({
      items: lines.map(toItem),
      shippingAddress,
      ...(billing && { billing }),
      shippingMethod: method,
      total: totals.total,
      customerId: customer?.id ?? null,
      ...(discount.applied && { discountCode: discount.applied.code }),
    });
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <UnsavedChanges isDirty={() => (isDirty || lines.length > 0) && !placing.isPlaced.current} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Items">
          <LinePicker lines={lines} onChange={changeLines} />
        </Card>
        <Card title="Customer">
          <CustomerPicker customer={customer} onChoose={fillIn} />
        </Card>
        <DeliveryCard rates={rates} form={form} />
        <AddressCard form={form} />
        {!isCollected && <ShippingCard lines={priced} rates={ratesFor(rates, place)} form={form} />}
        <BillingCard form={form} exemption={exemption} />
      </div>
      <Card title="Summary" className="lg:sticky lg:top-5">
        <TotalsList totals={totals} shippingLabel={shippingLabelOf(shippingMethod)} />
        {lines.length > 0 && (
          <div className="mt-4">
            <DiscountField discount={discount} onApply={applyCode} />
          </div>
        )}
        <ReservationNote rates={rates} />
        {placing.isError && <PlacingFailure error={placing.error} />}
        <Button type="submit" wide className="mt-4" disabled={lines.length === 0} loading={placing.isPending}>
          Place order {lines.length > 0 && formatMoney(totals.total)}
        </Button>
      </Card>
    </form>
  );
}

function AddressCard({ form }: Pick<DeliveryCardProps, 'form'>) {
  const isCollected = form.watch('shippingMethod') === 'pickup';
  const { errors } = form.formState;
  return (
    <Card title={isCollected ? 'Contact' : 'Shipping address'}>
      <AddressFields
        isCollected={isCollected}
        setEmail={(email) => form.setValue('email', email, { shouldDirty: true })}
        values={form.watch()}
        field={(name) => ({ ...form.register(name), error: errors[name]?.message })}
      />
    </Card>
  );
}

type DeliveryCardProps = { rates: PublicSettings; form: NewOrderFormReturn };

function DeliveryCard({ rates, form }: DeliveryCardProps) {
  if (!rates.pickup?.isOffered) return null;
  return (
    <Card title="Delivery">
      <DeliveryChoice
        settings={rates}
        method={form.watch('shippingMethod')}
        onChoose={(method) => form.setValue('shippingMethod', method, { shouldDirty: true })}
      />
    </Card>
  );
}

function ShippingCard({ lines, rates, form }: DeliveryCardProps & { lines: PricedLine[] }) {
  const country = form.watch('country');
  return (
    <Card title="Shipping">
      <ShippingChoice lines={lines} rates={rates} country={country} field={form.register('shippingMethod')} />
    </Card>
  );
}

function toItem({ product, quantity, units }: ChosenLine): StaffOrder['items'][number] {
  return { product: product.id, quantity, ...(units.length > 0 && { units }) };
}

function PlacingFailure({ error }: { error: unknown }) {
  return (
    <div className="mt-4">
      <FormFailure>{messageOf(error, noResponse('safe'))}</FormFailure>
    </div>
  );
}

function ReservationNote({ rates }: { rates: PublicSettings }) {
  return (
    <p className="mt-4 text-ink-muted text-sm">
      The items are reserved immediately.{' '}
      {rates.paymentProcessor === 'none' || rates.testMode === 'staff'
        ? 'The store cannot take payments yet, so the email to the customer has no payment link.'
        : 'The customer gets an email with a payment link.'}
    </p>
  );
}

/** One key per order body until it is placed, so that a retry cannot place it twice. */
function usePlacing(form: NewOrderFormReturn) {
  const sent = useRef({ key: '', body: '' });
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Set before the mutation is a success, so that the form of a placed order does not ask about unsaved changes.
  const isPlaced = useRef(false);
  const placing = useMutation({
    mutationFn: (order: StaffOrder) => {
      const body = JSON.stringify(order);
      if (sent.current.body !== body) sent.current = { key: crypto.randomUUID(), body };
      return api
        .placeStaffOrder({ body: order }, { idempotencyKey: sent.current.key })
        .catch(rethrowAtFormFields);
    },
    onError: (error) => {
      showAtFields(form, fieldErrorsOf(error));
      // A line names its device that has just been sold.
      void queries.invalidateQueries({ queryKey: deviceChoicesKey });
    },
    onSuccess: ({ order }) => {
      isPlaced.current = true;
      notify('success', `Order ${order.orderNumber} placed`);
      void queries.invalidateQueries();
      void navigate(`/admin/orders/${order.orderNumber}`);
    },
  });
  return { ...placing, isPlaced };
}

/**
 * Returns the customer's account data and the address of their latest order. An account with an unconfirmed address may
 * be a stranger's, so only its email is used.
 */
async function prefill(customer: UserRecord): Promise<Partial<NewOrderForm>> {
  if (!customer.emailVerified) return { email: customer.email };
  const [firstName = '', ...rest] = customer.name.split(' ');
  const account = { firstName, lastName: rest.join(' '), email: customer.email, phone: customer.phone ?? '' };
  const { orders } = await api
    .listAllOrders({ query: { search: customer.email, limit: 5 } })
    .catch(() => ({ orders: [] as Order[] }));
  const own = orders.find(
    ({ user, shippingAddress, shippingMethod }) =>
      // The address of an order that was collected is the counter's.
      user.id === customer.id && shippingAddress.address && shippingMethod !== 'pickup',
  );
  if (!own) return account;
  const { name: _name, ...address } = own.shippingAddress;
  return { ...(address as ShippingAddressInput), email: customer.email };
}
