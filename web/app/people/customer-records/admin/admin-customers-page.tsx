import { formatMoney } from '@reprise/contract/money';
import {
  type Customer,
  customerKinds,
  customerRecordEndpoints,
  customerSorts,
} from '@reprise/contract/people/customer-records';
import { Link } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ExportButton } from '../../../admin-ui/export-button.tsx';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { choicesOf, searchFilter, selectFilter, valuesFilter } from '../../../admin-ui/list/list-filters.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDate } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { UserRound } from '../../../ui/icons/lucide.tsx';
import { useCustomerTags } from '../../identity/admin/customer-tags.tsx';

export const meta = () => adminMeta('Customers');

const columns: ListColumn<Customer>[] = [
  {
    id: 'customer',
    label: 'Customer',
    sort: { ascending: 'name', descending: 'name-desc' },
    cell: ({ id, name, email }) => (
      <span className="block w-44 py-1 leading-4 sm:w-56">
        <Link to={`/admin/customers/${id}`} title={name} className="block truncate text-link">
          {name}
        </Link>
        <span className="block truncate font-normal text-ink-muted text-xs" title={email}>
          {email}
        </span>
      </span>
    ),
  },
  {
    id: 'kind',
    label: 'Account',
    cell: ({ userId }) =>
      userId === null ? <Badge tone="neutral">Guest</Badge> : <Badge tone="primary">Account</Badge>,
  },
  {
    id: 'place',
    label: 'Place',
    phone: 'hidden',
    cell: ({ address }) => {
      const place = [address?.city, address?.state, address?.country].filter(Boolean).join(', ');
      return (
        <span className="block max-w-56 truncate" title={place}>
          {place}
        </span>
      );
    },
  },
  {
    id: 'orders',
    label: 'Orders',
    number: true,
    phone: 'labelled',
    sort: { descending: 'orders', ascending: 'orders-fewest', first: 'descending' },
    cell: ({ orders }) => orders,
  },
  {
    id: 'spent',
    label: 'Spent',
    number: true,
    phone: 'labelled',
    sort: { descending: 'spent', ascending: 'spent-least', first: 'descending' },
    cell: ({ spent }) => formatMoney(spent),
  },
  {
    id: 'last',
    label: 'Last order',
    phone: 'labelled',
    sort: { descending: 'newest', ascending: 'oldest', first: 'descending' },
    cell: ({ lastOrderAt }) =>
      lastOrderAt && (
        <time dateTime={lastOrderAt} className="tabular whitespace-nowrap">
          {formatDate(lastOrderAt)}
        </time>
      ),
  },
  {
    id: 'tags',
    label: 'Tags',
    phone: 'hidden',
    cell: ({ tags }) => (
      <span className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Badge key={tag} tone="neutral">
            {tag}
          </Badge>
        ))}
      </span>
    ),
  },
  { id: 'phone', label: 'Phone', optional: true, phone: 'hidden', cell: ({ phone }) => phone },
];

const kindLabels = { account: 'With an account', guest: 'Guests' };

/** People who ordered, guests included. */
export default function AdminCustomersPage() {
  const can = usePermissions();
  const list = useAdminList({
    queryKey: ['customers'],
    filters: useCustomerFilters(),
    sorts: customerSorts,
    load: (query, options) => api.listCustomers({ query }, options),
    rowsOf: ({ customers }) => customers,
  });
  return (
    <>
      <ScreenHeader title="Customers">
        {can('customers.export') && (
          <ExportButton
            endpoint={customerRecordEndpoints.exportCustomers}
            input={{ query: list.filterQuery }}
          />
        )}
      </ScreenHeader>
      <DataList
        name="customers"
        caption="Customers"
        columns={columns}
        list={list}
        nameOf={({ name }) => name}
        defaultSort="newest"
        views={[{ name: 'Best customers', query: 'sort=spent' }]}
        note={
          list.data?.isPartial &&
          'More than 2,000 matches: these are the people of the newest ones. Type more to find others.'
        }
        noMatch="No customer matches"
        empty={
          <EmptyState Icon={UserRound} title="No customers yet">
            Everyone who orders is listed here by email, with or without an account.
          </EmptyState>
        }
      />
    </>
  );
}

function useCustomerFilters() {
  const tags = (useCustomerTags().data?.tags ?? []).map(({ tag }) => tag);
  return [
    searchFilter('Search by name, email or phone'),
    selectFilter({
      name: 'kind',
      label: 'Account',
      all: 'All customers',
      choices: choicesOf(customerKinds, kindLabels),
    }),
    valuesFilter('tag', 'Tag', 'All tags', tags),
  ] as const;
}
