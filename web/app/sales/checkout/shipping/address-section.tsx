import { Link, useLocation } from 'react-router';
import { AddressFields } from '../../../forms/address/address-fields.tsx';
import { useAuth } from '../../../session/auth-store.ts';
import { signInUrl } from '../../../session/local-path.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import type { CheckoutForm } from '../checkout-form.ts';
import { Section } from '../checkout-section.tsx';
import type { CheckoutFormParts } from '../use-checkout-form.ts';
import { SavedAddressChoice } from './saved-address-choice.tsx';

type AddressSectionProps = CheckoutFormParts & {
  shouldSave: boolean;
  setShouldSave: (shouldSave: boolean) => void;
  /** True if the order is collected, so that no address is needed. */
  isCollected: boolean;
};

/** Shipping address, filled from a saved one on demand, or the contact of an order that is collected. */
export function AddressSection({
  form,
  addresses,
  filledFrom,
  fillIn,
  shouldSave,
  setShouldSave,
  isCollected,
}: AddressSectionProps) {
  const isSignedIn = useAuth((state) => !state.loading && state.isAuthenticated);
  const field = (name: Exclude<keyof CheckoutForm, 'billing'>) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  return (
    <Section title={isCollected ? 'Your details' : 'Shipping address'} aside={<SignInLink />}>
      {!isCollected && <SavedAddressChoice addresses={addresses} chosen={filledFrom} onChoose={fillIn} />}
      <AddressFields
        isCollected={isCollected}
        values={hintValues(form)}
        field={field}
        setEmail={(email) => form.setValue('email', email, { shouldDirty: true })}
      />
      {isSignedIn && !isCollected && (
        <Checkbox
          label="Save this address for next time"
          checked={shouldSave}
          onChange={({ target }) => setShouldSave(target.checked)}
        />
      )}
    </Section>
  );
}

function hintValues({ watch }: CheckoutFormParts['form']) {
  const [country, state, zipCode, phone, email] = watch(['country', 'state', 'zipCode', 'phone', 'email']);
  return { country, state, zipCode, phone, email };
}

/** Offers a guest to sign in; the way back keeps what was typed. */
function SignInLink() {
  const isGuest = useAuth((state) => !state.loading && state.user === null);
  const { pathname, search } = useLocation();
  if (!isGuest) return null;
  return (
    <p className="text-ink-muted text-sm">
      Have an account?{' '}
      <Link to={signInUrl(pathname + search)} className="text-link">
        Sign in
      </Link>
    </p>
  );
}
