import type { UserRecord } from '@reprise/contract/people/identity/user';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { CardSection } from '../../../ui/card-group.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type Preference = 'deliveryEmails' | 'alertEmails' | 'dealEmails';

const preferences: { name: Preference; label: string; hint: string }[] = [
  {
    name: 'deliveryEmails',
    label: 'Delivery emails',
    hint: 'When an order ships and when it is delivered. You always get confirmations, cancellations and refunds.',
  },
  {
    name: 'alertEmails',
    label: 'Alert emails',
    hint: 'When a product is back in stock or its price drops. While this is off, your alerts are paused.',
  },
];

const weeklyDeals = { name: 'dealEmails', label: 'Weekly deals' } as const;
const weeklyHint =
  'The largest savings in the shop, every Thursday. Unsubscribe here or with the link in each email.';
const unconfirmedHint = 'They start once your email address is confirmed.';

/** Email preferences. Each switch saves at once and reverts on failure. */
export function PreferencesCard({
  user,
  onSaved,
}: {
  user: UserRecord;
  onSaved: (user: UserRecord) => void;
}) {
  const [unsaved, setUnsaved] = useState<Partial<Record<Preference, boolean>>>({});
  const offersDeals = useStoreSettings()?.marketingEmails ?? false;
  const hint = user.emailVerified ? weeklyHint : `${weeklyHint} ${unconfirmedHint}`;
  const saved = { ...user, dealEmails: user.dealEmailsSince !== null };

  async function change(name: Preference, value: boolean): Promise<void> {
    setUnsaved((before) => ({ ...before, [name]: value }));
    try {
      onSaved((await api.updateProfile({ body: { [name]: value } })).user);
      notify('success', 'Profile updated successfully!');
    } catch {
      notify('error', 'The change was not saved. Please try again.');
    }
    setUnsaved(({ [name]: _, ...others }) => others);
  }

  return (
    <CardSection title="Preferences">
      <div className="grid gap-4">
        {[...preferences, ...(offersDeals ? [{ ...weeklyDeals, hint }] : [])].map(({ name, label, hint }) => (
          <Checkbox
            key={name}
            role="switch"
            label={label}
            hint={hint}
            checked={unsaved[name] ?? saved[name]}
            disabled={unsaved[name] !== undefined}
            onChange={({ target }) => void change(name, target.checked)}
          />
        ))}
      </div>
    </CardSection>
  );
}
