import type { CustomerDetails } from '@reprise/contract/people/customer-records';
import type { ReactNode } from 'react';
import { formatDate } from '../../../formats.ts';
import { AddressLines } from '../../../forms/address/address-lines.tsx';
import { Card } from '../../../ui/card.tsx';

/** Addresses that the orders of a customer went to, and those saved in the account. */
export function CustomerAddresses({ customer }: { customer: CustomerDetails }) {
  const { email, usedAddresses, savedAddresses } = customer;
  if (usedAddresses.length + savedAddresses.length === 0) return null;
  return (
    <Card title="Addresses">
      <div className="grid gap-5">
        {usedAddresses.length > 0 && (
          <AddressGroup title="Used for orders">
            {usedAddresses.map(({ orders, lastUsedAt, ...address }) => (
              <li key={JSON.stringify(address)}>
                <p className="wrap-anywhere">
                  <span className="font-medium">{address.name}</span>
                  <br />
                  <AddressLines to={address} />
                  {address.phone && (
                    <>
                      <br />
                      {address.phone}
                    </>
                  )}
                </p>
                <p className="wrap-anywhere mt-1 text-ink-muted">
                  {orders} {orders === 1 ? 'order' : 'orders'}, last {formatDate(lastUsedAt)}
                  {address.email !== email && ` · ${address.email}`}
                </p>
              </li>
            ))}
          </AddressGroup>
        )}
        {savedAddresses.length > 0 && (
          <AddressGroup title="Saved in the account">
            {savedAddresses.map((saved) => (
              <li key={saved.id} className="wrap-anywhere">
                <span className="font-medium">
                  {saved.firstName} {saved.lastName}
                </span>
                {saved.isDefault && <span className="text-ink-muted"> (default)</span>}
                <br />
                <AddressLines to={saved} />
              </li>
            ))}
          </AddressGroup>
        )}
      </div>
    </Card>
  );
}

function AddressGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-ink-muted text-sm">{title}</h3>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-4 text-sm">
        {children}
      </ul>
    </section>
  );
}
