import type { Customer } from '@reprise/contract/people/customer-records';
import type { ShippingAddressInput } from '@reprise/contract/sales/orders/order';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Picker } from '../../../../admin-ui/picker.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';

const maxHits = 6;

/** Account and fields of the form that a chosen customer brings. */
export type ChosenCustomer = { customerId: string | null; fields: Partial<ShippingAddressInput> };

type DraftCustomerProps = {
  /** Account that the order will belong to; null for a guest. */
  customerId: string | null;
  onChoose: (chosen: ChosenCustomer) => void;
};

/** Finds a customer for a draft, and shows the account that its order will belong to. */
export function DraftCustomer({ customerId, onChoose }: DraftCustomerProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 250);
  const isSearching = search.length > 1 && typed.trim() !== '';
  const customers = useQuery({
    queryKey: ['customers', 'picker', search],
    queryFn: ({ signal }) => findCustomers(search, signal),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="mb-5 grid gap-3">
      {customerId !== null && (
        <ChosenAccount id={customerId} onRemove={() => onChoose({ customerId: null, fields: {} })} />
      )}
      <Picker
        label="Find a customer"
        placeholder="Name, email or phone"
        typed={typed}
        onType={setTyped}
        results={customers}
        isSearching={isSearching}
        emptyText="No customer found. Fill in the address below."
      >
        {(customer) => (
          <li key={customer.id}>
            <button
              type="button"
              onClick={() => {
                setTyped('');
                onChoose({ customerId: customer.userId, fields: fieldsOf(customer) });
              }}
              className="flex w-full flex-wrap items-center gap-x-3 px-3 py-2 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
            >
              <span className="font-medium">{customer.name}</span>
              <span className="wrap-anywhere text-ink-muted">{customer.email}</span>
              <span className="ml-auto text-ink-muted">
                {customer.userId === null ? 'Guest' : 'Account'} · {customer.orders}{' '}
                {customer.orders === 1 ? 'order' : 'orders'}
              </span>
            </button>
          </li>
        )}
      </Picker>
    </div>
  );
}

function ChosenAccount({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery({
    queryKey: ['customers', 'one', id],
    queryFn: async ({ signal }) => (await api.getCustomer({ params: { id } }, { signal })).customer,
  });
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <span>
        The order will belong to the account of{' '}
        <Link to={`/admin/customers/${id}`} className="text-link">
          {data ? `${data.name} (${data.email})` : 'this customer'}
        </Link>
        {data?.emailVerified === false && ', once its email is verified'}.
      </span>
      <Button size="sm" variant="outline" className="ml-auto" onClick={onRemove}>
        Order as a guest instead
      </Button>
    </p>
  );
}

/** Returns people who ordered, then accounts without an order. */
async function findCustomers(search: string, signal: AbortSignal): Promise<Customer[]> {
  const query = { search, limit: maxHits };
  const [{ customers }, { users }] = await Promise.all([
    api.listCustomers({ query }, { signal }),
    api.listUsers({ query: { ...query, role: 'customer' } }, { signal }),
  ]);
  const known = new Set(customers.map(({ userId }) => userId));
  const others = users
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, email, emailVerified, phone, tags, totalSpent }) => ({
      id,
      userId: id,
      name,
      email,
      emailVerified,
      phone: phone ?? '',
      tags,
      orders: 0,
      spent: totalSpent,
      lastOrderAt: null,
      address: null,
    }));
  return [...customers, ...others].slice(0, maxHits);
}

/** An account with an unconfirmed email may be a stranger's, so only its email is used. */
function fieldsOf({ name, email, emailVerified, phone, address }: Customer): ChosenCustomer['fields'] {
  if (emailVerified === false) return { email };
  const [firstName = '', ...rest] = name.split(' ');
  if (!address) return { firstName, lastName: rest.join(' '), email, phone };
  const { name: _name, lines: _lines, ...fields } = address;
  return { ...(fields as ShippingAddressInput), email };
}
