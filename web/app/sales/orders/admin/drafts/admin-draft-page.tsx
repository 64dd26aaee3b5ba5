import type { Country } from '@reprise/contract/countries';
import { cents } from '@reprise/contract/money';
import type { Draft, DraftInput } from '@reprise/contract/sales/orders/draft-orders';
import type { ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import { shippingMethods } from '@reprise/contract/sales/orders/pricing';
import { addressFields, withRequiredParts } from '@reprise/contract/sales/orders/shipping-address';
import { typeAmount } from '@reprise/contract/typed-number';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { adminMeta } from '../../../../admin-ui/admin-meta.ts';
import { DeleteDialog } from '../../../../admin-ui/delete-dialog.tsx';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../../api/browser-api.ts';
import { fieldErrorsOf, messageOf, noResponse } from '../../../../api/error-message.ts';
import { formatDate, formatDateTime } from '../../../../formats.ts';
import { AddressFields } from '../../../../forms/address/address-fields.tsx';
import { withCounter } from '../../../../forms/address/at-counter.ts';
import { emptyAddress } from '../../../../forms/address/empty-address.ts';
import {
  billingFormFields,
  billingFormOf,
  emptyBilling,
  rethrowAtFormFields,
  withBilling,
} from '../../../../forms/billing/billing-form.ts';
import { exemptionOfForm } from '../../../../forms/billing/exemption-of-form.ts';
import { formResolver, showAtFields } from '../../../../forms/form-resolver.ts';
import { useStoreSettings } from '../../../../foundations/settings/store-settings.ts';
import { useHomeCountry } from '../../../../foundations/settings/use-home-country.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { MoneyInput } from '../../../../ui/forms/number-input.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { TotalsList } from '../../../cart/totals-list.tsx';
import { BillingCard } from '../billing/billing-card.tsx';
import { amountFault, readCents } from '../edit-order/edited-order.ts';
import type { Route } from './+types/admin-draft-page';
import { draftStates } from './admin-drafts-page.tsx';
import { type ChosenCustomer, DraftCustomer } from './draft-customer.tsx';
import { DraftLines, type TypedLine, typedLinesOf } from './draft-lines.tsx';
import { LinkToPay } from './link-to-pay.tsx';
import { MethodSelect, useCounterOf } from './method-select.tsx';
import { WithoutTax } from './without-tax.tsx';

export const meta = () => adminMeta('Draft order');

/** A draft order, or the form of a new one. */
export default function AdminDraftPage({ params }: Route.ComponentProps) {
  const isNew = params.id === 'new';
  const draft = useQuery({
    queryKey: ['draft-orders', params.id],
    queryFn: async ({ signal }) => (await api.getDraftOrder({ params: { id: params.id } }, { signal })).draft,
    enabled: !isNew,
  });
  return (
    <>
      <Breadcrumb
        steps={[
          { label: 'Orders', to: '/admin/orders' },
          { label: 'Draft orders', to: '/admin/orders/drafts' },
          { label: draft.data?.number ?? 'New draft' },
        ]}
      />
      <h1 className="mt-2 mb-5 text-lg sm:text-xl">{isNew ? 'New draft order' : 'Draft order'}</h1>
      {isNew ? (
        <DraftForm key="new" draft={null} />
      ) : (
        <Loaded query={draft} failed="This draft could not be loaded">
          {(data) => <DraftForm key={`${data.id} ${data.version} ${data.status}`} draft={data} />}
        </Loaded>
      )}
    </>
  );
}

const form = withRequiredParts(
  z.object({ ...addressFields, ...billingFormFields, shippingMethod: z.enum(shippingMethods) }),
);
type Form = z.input<typeof form>;

function defaultsOf(draft: Draft | null, country: Country): Form {
  const blank = { ...emptyAddress, country };
  if (!draft) return { ...blank, ...emptyBilling, shippingMethod: 'standard' };
  const { name: _name, lines: _lines, ...address } = draft.shippingAddress;
  const billing = billingFormOf(draft.billing);
  if (draft.shippingMethod === 'pickup') {
    const { firstName, lastName, email, phone } = address;
    return { ...blank, firstName, lastName, email, phone, ...billing, shippingMethod: 'pickup' };
  }
  return { ...(address as ShippingAddressInput), ...billing, shippingMethod: draft.shippingMethod };
}

function DraftForm({ draft }: { draft: Draft | null }) {
  const [lines, setLines] = useState<TypedLine[]>(() => (draft ? typedLinesOf(draft) : []));
  const { discount, setDiscount, shipping, setShipping } = useTypedAmounts(draft);
  const [customerId, setCustomerId] = useState(draft?.customerId ?? null);
  const counter = useCounterOf(draft);
  const fields = useForm<Form, unknown, z.output<typeof form>>({
    resolver: formResolver(form, withCounter(counter)),
    defaultValues: defaultsOf(draft, useHomeCountry()),
  });
  const { register, handleSubmit, watch, setValue, formState, reset, getValues } = fields;
  const isCollected = watch('shippingMethod') === 'pickup';
  const can = usePermissions();
  const save = useSaving(draft, fields);
  const isChanged = useChanged([lines, discount, shipping, customerId]) || formState.isDirty;
  const choose = ({ customerId: chosen, fields }: ChosenCustomer) => {
    setCustomerId(chosen);
    reset({ ...getValues(), ...fields }, { keepDefaultValues: true });
  };
  const isOpen = !draft || draft.status === 'open' || draft.status === 'expired';
  const isReady =
    lines.length > 0 &&
    lines.every(({ price, name }) => readCents(price) !== null && name.trim() !== '') &&
    [discount, shipping].every((typed) => typed.trim() === '' || readCents(typed) !== null);
  const submit = handleSubmit((values) => {
    const { billing, shippingMethod, ...shippingAddress } = withBilling(values);
    save.mutate({
      lines: lines.map(({ product, name, quantity, price }) => {
        const amounts = { quantity, price: readCents(price) ?? cents(0) };
        return product === null ? { name, ...amounts } : { product, ...amounts };
      }),
      shippingAddress,
      billing,
      shippingMethod,
      shipping: shipping.trim() === '' ? null : readCents(shipping),
      discount: readCents(discount) ?? cents(0),
      customerId,
    });
  });
  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <UnsavedChanges isDirty={() => isOpen && isChanged && !save.isSaved.current} />
      <fieldset disabled={!isOpen} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Card title="Items">
          <DraftLines lines={lines} onChange={setLines} />
        </Card>
        <Card title="Customer and shipping address">
          {isOpen && can('customers.read') && <DraftCustomer customerId={customerId} onChoose={choose} />}
          <AddressFields
            isCollected={isCollected}
            setEmail={(email) => setValue('email', email, { shouldDirty: true })}
            values={watch()}
            field={(name) => ({ ...register(name), error: formState.errors[name]?.message })}
          />
        </Card>
        <Billing form={fields} />
        <Card title="Shipping and discount">
          <div className="grid gap-4 sm:grid-cols-3">
            <MethodSelect counter={counter} {...register('shippingMethod')} />
            {can('prices.override') && (
              <>
                <Amount
                  label="Shipping charge"
                  hint="Blank for your rates"
                  typed={shipping}
                  onType={setShipping}
                />
                <Amount label="Discount" typed={discount} onType={setDiscount} />
              </>
            )}
          </div>
        </Card>
      </fieldset>
      <Summary draft={draft} save={save} isOpen={isOpen} isReady={isReady} />
    </form>
  );
}

/** Returns discount and charge as typed, at first those that were entered for the draft. */
function useTypedAmounts(draft: Draft | null) {
  const { discount: discounted = cents(0), shipping: charge = cents(0) } = draft?.entered ?? draft ?? {};
  const [discount, setDiscount] = useState(discounted > 0 ? typeAmount(discounted) : '');
  const [shipping, setShipping] = useState(draft?.isShippingSet ? typeAmount(charge) : '');
  return { discount, setDiscount, shipping, setShipping };
}

type FormReturn = UseFormReturn<Form, unknown, z.output<typeof form>>;

function Billing({ form: fields }: { form: FormReturn }) {
  const store = useStoreSettings();
  return <BillingCard form={fields} exemption={store ? exemptionOfForm(store, fields.watch()) : null} />;
}

/** Returns true when values outside the form's fields differ from those of the first render. */
function useChanged(values: unknown): boolean {
  const current = JSON.stringify(values);
  const [first] = useState(current);
  return current !== first;
}

type SummaryProps = {
  draft: Draft | null;
  save: ReturnType<typeof useSaving>;
  isOpen: boolean;
  isReady: boolean;
};

function Summary({ draft, save, isOpen, isReady }: SummaryProps) {
  return (
    <Card title="Summary" className="lg:sticky lg:top-5">
      {draft ? (
        <Saved draft={draft} />
      ) : (
        <p className="text-ink-muted text-sm">Totals appear once it is saved.</p>
      )}
      {save.isError && (
        <div className="mt-4">
          <FormFailure>{messageOf(save.error, noResponse('safe'))}</FormFailure>
        </div>
      )}
      {isOpen && (
        <Button type="submit" wide className="mt-4" disabled={!isReady} loading={save.isPending}>
          {draft ? 'Save changes' : 'Save draft'}
        </Button>
      )}
    </Card>
  );
}

type AmountProps = { label: string; hint?: string; typed: string; onType: (typed: string) => void };

function Amount({ label, hint, typed, onType }: AmountProps) {
  const isWrong = typed.trim() !== '' && readCents(typed) === null;
  return (
    <MoneyInput
      label={label}
      hint={hint}
      value={typed}
      error={isWrong ? amountFault(typed) : undefined}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

function useSaving(draft: Draft | null, form: FormReturn) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  // Set before the page changes, so that a saved draft does not ask about unsaved changes.
  const isSaved = useRef(false);
  const saving = useMutation({
    mutationFn: (input: DraftInput) =>
      (draft
        ? api.updateDraftOrder({ params: { id: draft.id }, body: { ...input, version: draft.version } })
        : api.createDraftOrder({ body: input })
      ).catch(rethrowAtFormFields),
    onError: (error) => showAtFields(form, fieldErrorsOf(error)),
    onSuccess: async ({ draft: saved }) => {
      isSaved.current = true;
      notify('success', `Draft ${saved.number} saved`);
      queries.setQueryData(['draft-orders', saved.id], saved);
      await navigate(`/admin/orders/drafts/${saved.id}`, { replace: true });
      void queries.invalidateQueries({ queryKey: ['draft-orders'] });
    },
  });
  return { ...saving, isSaved };
}

/** State, totals and link of a saved draft, and what can be done with it. */
function Saved({ draft }: { draft: Draft }) {
  const queries = useQueryClient();
  const { id, number, status, order, link, sentAt, expiresAt } = draft;
  const { label, tone } = draftStates[status];
  const [isCancelling, setCancelling] = useState(false);
  const act = useMutation({
    mutationFn: () => api.sendDraftOrder({ params: { id }, body: {} }),
    onSuccess: () => {
      notify('success', 'The link is on its way');
      void queries.invalidateQueries({ queryKey: ['draft-orders'] });
    },
    onError: (error) => notify('error', messageOf(error)),
  });
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="tabular font-medium">{number}</span>
        <StatusDot tone={tone}>{label}</StatusDot>
      </p>
      <TotalsList totals={draft} />
      <WithoutTax draft={draft} />
      {order && (
        <Link to={`/admin/orders/${order.orderNumber}`} className="text-link text-sm">
          Order {order.orderNumber}
        </Link>
      )}
      {status === 'open' && (
        <>
          <LinkToPay link={link} />
          <p className="text-ink-muted text-sm">
            Open until {formatDate(expiresAt)}. The stock is taken when the customer continues to payment.
            {sentAt && ` Sent ${formatDateTime(sentAt)}.`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" loading={act.isPending} onClick={() => act.mutate()}>
              {sentAt ? 'Send the link again' : 'Send the link'}
            </Button>
            <Button variant="outline" size="sm" disabled={act.isPending} onClick={() => setCancelling(true)}>
              Cancel draft
            </Button>
          </div>
          <CancelDialog draft={isCancelling ? draft : null} onClose={() => setCancelling(false)} />
        </>
      )}
    </div>
  );
}

type CancelDialogProps = { draft: Draft | null; onClose: () => void };

function CancelDialog({ draft, onClose }: CancelDialogProps) {
  const queries = useQueryClient();
  return (
    <DeleteDialog
      title="Cancel draft"
      item={draft}
      nameOf={({ number, shippingAddress }) => `${number} for ${shippingAddress.name}`}
      remove={({ id }) => api.cancelDraftOrder({ params: { id }, body: {} })}
      failedMessage="The draft was not cancelled. Please try again."
      onDeleted={() => {
        notify('success', `Draft ${draft?.number} cancelled`);
        void queries.invalidateQueries({ queryKey: ['draft-orders'] });
      }}
      onClose={onClose}
    >
      {() => <p>Its link stops working, and the draft cannot be opened again.</p>}
    </DeleteDialog>
  );
}
