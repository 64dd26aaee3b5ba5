import type { UserRecord } from '@reprise/contract/identity/identity';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { useStoreSettings } from '../../settings/store-settings.ts';

type Preference = 'deliveryEmails' | 'alertEmails' | 'dealEmails';

const preferences: { name: Preference; label: string; hint: string }[] = [
  {
    name: 'deliveryEmails',
    label: 'Delivery emails',
    hint: 'When an order ships, and when it has arrived. Confirmations, cancellations and refunds always come.',
  },
  {
    name: 'alertEmails',
    label: 'Alert emails',
    hint: 'When a device you wait for is back or costs less. Switched off, your alerts stay and wait.',
  },
];

const weeklyDeals = { name: 'dealEmails', label: 'Weekly deals' } as const;
const weeklyHint =
  'The largest savings in the shop, on Thursdays. You can stop them here, or by a link in each.';
const unconfirmedHint = 'They come once your email address is confirmed.';

/** Saves each switch at once; a failure moves it back. */
export function PreferencesCard({
  user,
  onSaved,
}: {
  user: UserRecord;
  onSaved: (user: UserRecord) => void;
}) {
  const [moved, setMoved] = useState<Partial<Record<Preference, boolean>>>({});
  const offersDeals = useStoreSettings()?.marketingEmails ?? false;
  const hint = user.emailVerified ? weeklyHint : `${weeklyHint} ${unconfirmedHint}`;
  const kept = { ...user, dealEmails: user.dealEmailsSince !== null };

  async function change(name: Preference, wanted: boolean): Promise<void> {
    setMoved((before) => ({ ...before, [name]: wanted }));
    try {
      onSaved((await api.updateProfile({ body: { [name]: wanted } })).user);
      notify('success', 'Profile updated successfully!');
    } catch {
      notify('error', 'Nothing was changed. Please try again.');
    }
    setMoved(({ [name]: _, ...others }) => others);
  }

  return (
    <Card title="Preferences">
      <div className="grid gap-4">
        {[...preferences, ...(offersDeals ? [{ ...weeklyDeals, hint }] : [])].map(({ name, label, hint }) => (
          <Checkbox
            key={name}
            role="switch"
            label={label}
            hint={hint}
            checked={moved[name] ?? kept[name]}
            disabled={moved[name] !== undefined}
            onChange={({ target }) => void change(name, target.checked)}
          />
        ))}
      </div>
    </Card>
  );
}
