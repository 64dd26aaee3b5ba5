import type { SavedAddress } from '@reprise/contract/people/addresses';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '../../api/browser-api.ts';
import { withCounter } from '../../forms/address/at-counter.ts';
import { formResolver } from '../../forms/form-resolver.ts';
import { useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { useAuth } from '../../session/auth-store.ts';
import { type Basket, unpaidOrderOf } from './basket.ts';
import { readDraft, storeDraft } from './checkout-draft.ts';
import {
  type CheckedForm,
  type CheckoutForm,
  checkoutForm,
  checkoutFormWithoutCard,
  defaultsOf,
  emptyForm,
  withoutId,
} from './checkout-form.ts';

type CheckoutFormReturn = UseFormReturn<CheckoutForm, unknown, CheckedForm>;

/**
 * Checkout form with its initial values, and the saved addresses that can fill it. `ready` is true once the
 * lines are known; `withCard` while this page has card fields and something is to be paid. The first country that the
 * store ships to is preselected.
 */
export function useCheckoutForm(basket: Basket, ready: boolean, withCard: boolean) {
  const { shipTo, pickup } = useStoreSettings() ?? {};
  const [home] = shipTo ?? [];
  const [empty] = useState(() => ({ ...emptyForm, ...(home && { country: home }) }));
  const form = useForm<CheckoutForm, unknown, CheckedForm>({
    resolver: (values, ...rest) => {
      const needsCard = withCard && values.payWith === 'card';
      return formResolver<CheckoutForm, CheckedForm>(
        needsCard ? checkoutForm : checkoutFormWithoutCard,
        withCounter(pickup),
      )(values, ...rest);
    },
    defaultValues: empty,
  });
  const { dirtyFields } = form.formState;
  useDraft(form, empty);
  const { phone, addresses } = useAccountData();
  const [filledFrom, setFilledFrom] = useState<string>();

  // The values, not the user: the session check replaces the object.
  const name = useAuth((state) => state.user?.name);
  const email = useAuth((state) => state.user?.email);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order of the basket that was opened, by this user
  const unpaid = useMemo(() => (ready ? unpaidOrderOf(basket) : undefined), [ready, email]);

  const applyDefaults = useEffectEvent(() => {
    // A guest's form has no defaults: a reset would clear text that was typed before the page was hydrated.
    if (!unpaid && (name === undefined || email === undefined)) return;
    // An address is filled in as a whole or not at all.
    const [first] = unpaid ? [] : addresses;
    const { country: isChosen, ...typed } = dirtyFields;
    const isUntouched =
      !Object.values(typed).some(Boolean) && !(isChosen && form.getValues('country') !== first?.country);
    const savedAddress = first?.isDefault && (isUntouched || filledFrom === first.id) ? first : undefined;
    const defaults = defaultsOf({ order: unpaid?.body, name, email, phone, savedAddress }, empty);
    form.reset(defaults, { keepDirtyValues: true });
    if (savedAddress) setFilledFrom(savedAddress.id);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sources of the defaults
  useEffect(() => applyDefaults(), [unpaid, name, email, phone, addresses]);

  function fillIn(address: SavedAddress): void {
    const fields = Object.entries(withoutId(address)) as [keyof CheckoutForm, string][];
    for (const [name, value] of fields) form.setValue(name, value, { shouldDirty: true });
    form.clearErrors(fields.map(([name]) => name));
    setFilledFrom(address.id);
  }
  return { form, addresses, filledFrom, fillIn, unpaidNumber: unpaid?.orderNumber };
}

export type CheckoutFormParts = Omit<ReturnType<typeof useCheckoutForm>, 'unpaidNumber'>;

/** Restores what was typed before a visit to the cart or the sign-in page, and stores every change. */
function useDraft({ getValues, setValue, subscribe }: CheckoutFormReturn, empty: CheckoutForm): void {
  useEffect(() => {
    const draft = Object.entries(readDraft()) as [keyof CheckoutForm, string][];
    for (const [name, value] of draft) {
      // Text typed before hydration is newer than the draft.
      if (name in empty && getValues(name) === empty[name]) setValue(name, value, { shouldDirty: true });
    }
    return subscribe({
      formState: { values: true, dirtyFields: true },
      callback: ({ values, dirtyFields = {} }) => storeDraft(values, dirtyFields),
    });
  }, [getValues, setValue, subscribe, empty]);
}

type AccountData = { phone: string; addresses: SavedAddress[] };
const noData: AccountData = { phone: '', addresses: [] };

/** Returns the profile's phone number and the saved addresses; what fails to load is empty. */
function useAccountData(): AccountData {
  const userId = useAuth((state) => (state.loading ? undefined : state.user?.id));
  const [data, setData] = useState(noData);
  useEffect(() => {
    setData(noData);
    if (userId === undefined) return;
    const leaving = new AbortController();
    const options = { signal: leaving.signal };
    const loading = Promise.all([
      api.getProfile({}, options).then(
        ({ user }) => user.phone ?? '',
        () => '',
      ),
      api.listAddresses({}, options).then(
        ({ addresses }) => addresses,
        () => [],
      ),
    ]);
    void loading.then(([phone, addresses]) => options.signal.aborted || setData({ phone, addresses }));
    return () => leaving.abort();
  }, [userId]);
  return data;
}
