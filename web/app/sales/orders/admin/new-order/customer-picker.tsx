import type { UserRecord } from '@reprise/contract/people/identity/user';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Picker } from '../../../../admin-ui/picker.tsx';
import { api } from '../../../../api/browser-api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';

type CustomerPickerProps = { customer: UserRecord | null; onChoose: (customer: UserRecord | null) => void };

/** Selects a customer with an account, or a guest. */
export function CustomerPicker({ customer, onChoose }: CustomerPickerProps) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim(), 250);
  const isSearching = search.length > 1 && typed.trim() !== '';
  const users = useQuery({
    queryKey: ['users', 'picker', search],
    queryFn: ({ signal }) => api.listUsers({ query: { search, limit: 6 } }, { signal }),
    select: ({ users }) => users,
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  if (customer) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <span className="font-medium">{customer.name}</span>
        <span className="text-ink-muted">{customer.email}</span>
        <Button size="sm" variant="outline" className="ml-auto" onClick={() => onChoose(null)}>
          Order as a guest instead
        </Button>
        {!customer.emailVerified && (
          <span className="basis-full text-ink-muted">
            The address is not confirmed. The order joins the account once it is.
          </span>
        )}
      </p>
    );
  }
  return (
    <Picker
      label="Find the customer"
      placeholder="Name or email; leave it empty for a guest"
      typed={typed}
      onType={setTyped}
      results={users}
      isSearching={isSearching}
      emptyText="No customer found. Fill in the address for a guest order."
    >
      {(user) => (
        <li key={user.id}>
          <button
            type="button"
            onClick={() => {
              setTyped('');
              onChoose(user);
            }}
            className="flex w-full flex-wrap items-center gap-x-3 px-3 py-2 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="font-medium">{user.name}</span>
            <span className="text-ink-muted">{user.email}</span>
            <span className="ml-auto text-ink-muted">
              {user.totalOrders} {user.totalOrders === 1 ? 'order' : 'orders'}
            </span>
          </button>
        </li>
      )}
    </Picker>
  );
}
