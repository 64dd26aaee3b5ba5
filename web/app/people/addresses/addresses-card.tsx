import { addressLimit, type SavedAddress } from '@reprise/contract/people/addresses';
import { useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CardSection } from '../../ui/card-group.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { AddressDialog } from './address-dialog.tsx';

/** Saved shipping addresses of the customer. */
export function AddressesCard({ loaded }: { loaded: SavedAddress[] }) {
  const [addresses, setAddresses] = useState(loaded);
  const [editing, setEditing] = useState<SavedAddress | 'new' | null>(null);

  async function change(work: () => Promise<{ addresses: SavedAddress[] }>, done: string): Promise<void> {
    try {
      setAddresses((await work()).addresses);
      notify('success', done);
    } catch {
      notify('error', 'Nothing was changed. Please try again.');
    }
  }

  return (
    <CardSection
      title="Saved addresses"
      action={
        addresses.length < addressLimit && (
          <Button variant="outline" size="sm" onClick={() => setEditing('new')}>
            Add address
          </Button>
        )
      }
    >
      {addresses.length === 0 && (
        <p className="text-ink-muted text-sm">No saved addresses yet. You can save one at checkout.</p>
      )}
      <ul className="-my-3 divide-y divide-line empty:hidden">
        {addresses.map((saved) => (
          <li key={saved.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
            <AddressLines saved={saved} />
            <div className="flex flex-wrap gap-1">
              {!saved.isDefault && (
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => {
                    const { id, ...fields } = saved;
                    const body = { ...fields, isDefault: true };
                    void change(
                      () => api.changeAddress({ params: { id }, body }),
                      'Default address changed.',
                    );
                  }}
                >
                  Make default
                </Button>
              )}
              <Button variant="ghost" size="sm" onClick={() => setEditing(saved)}>
                Edit<span className="sr-only"> {saved.address}</span>
              </Button>
              <Button
                variant="ghost"
                size="sm"
                onClick={() =>
                  void change(() => api.removeAddress({ params: { id: saved.id } }), 'Address removed.')
                }
              >
                Remove<span className="sr-only"> {saved.address}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <AddressDialog
        editing={editing}
        onClose={() => setEditing(null)}
        onSaved={(list) => {
          setAddresses(list);
          setEditing(null);
        }}
      />
    </CardSection>
  );
}

function AddressLines({ saved }: { saved: SavedAddress }) {
  const { firstName, lastName, lines, country, isDefault } = saved;
  return (
    <address className="min-w-0 break-words text-sm not-italic">
      <p className="font-medium">
        {firstName} {lastName} {isDefault && <Badge>Default</Badge>}
      </p>
      <p className="text-ink-muted">
        {lines.filter((line) => line !== country).join(', ')}
        <br />
        {country}
      </p>
    </address>
  );
}
