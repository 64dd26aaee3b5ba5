import { formatMoney } from '@reprise/contract/money';
import { figureDefinitions } from '@reprise/contract/operations/analytics';
import type { CustomerDetails } from '@reprise/contract/people/customer-records';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { Loaded, NotLoaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatDate } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Card } from '../../../ui/card.tsx';
import { InfoTip } from '../../../ui/overlays/info-tip.tsx';
import { CustomerNotes } from '../../identity/admin/customer-notes.tsx';
import { CustomerTags } from '../../identity/admin/customer-tags.tsx';
import { OrderLine, PastOrdersLink } from '../../identity/admin/user-orders.tsx';
import type { Route } from './+types/admin-customer-page';
import { CustomerAddresses } from './customer-addresses.tsx';
import { CustomerPrivacy } from './customer-privacy.tsx';

export const meta = () => adminMeta('Customer');

/** A person who ordered: orders, addresses, account, and what privacy asks for. */
export default function AdminCustomerPage({ params: { id } }: Route.ComponentProps) {
  const customer = useQuery({
    queryKey: ['customers', 'one', id],
    queryFn: async ({ signal }) => (await api.getCustomer({ params: { id } }, { signal })).customer,
  });
  const name = customer.data?.name ?? 'Customer';
  return (
    <>
      <Breadcrumb steps={[{ label: 'Customers', to: '/admin/customers' }, { label: name }]} />
      <Loaded query={customer} failed="This customer could not be loaded">
        {(data) => <CustomerRecord customer={data} />}
      </Loaded>
    </>
  );
}

function CustomerRecord({ customer }: { customer: CustomerDetails }) {
  const { name, account } = customer;
  return (
    <>
      <div className="mt-2 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="wrap-anywhere text-lg sm:text-xl">{name}</h1>
        <Badge tone={account ? 'primary' : 'neutral'}>{account ? 'Account' : 'Guest'}</Badge>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Orders customer={customer} />
          <CustomerAddresses customer={customer} />
          {account && (
            <Card title="Notes">
              <CustomerNotes userId={account.id} />
            </Card>
          )}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Contact customer={customer} />
          {account && (
            <Card title="Tags">
              <CustomerTags user={account} />
            </Card>
          )}
          <CustomerPrivacy customer={customer} />
        </div>
      </div>
    </>
  );
}

function Contact({ customer }: { customer: CustomerDetails }) {
  const { email, phone, account, firstOrderAt } = customer;
  return (
    <Card title="Contact">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        <Fact label="Email">
          <a href={`mailto:${email}`} className="wrap-anywhere text-link">
            {email}
          </a>{' '}
          {account?.emailVerified === false && <span className="text-ink-muted">not verified</span>}
        </Fact>
        {phone && (
          <Fact label="Phone">
            <a href={`tel:${phone}`} className="text-link">
              {phone}
            </a>
          </Fact>
        )}
        {firstOrderAt && <Fact label="Customer since">{formatDate(firstOrderAt)}</Fact>}
        <Fact label="Newsletter">{newsletterState(customer)}</Fact>
        {account && (
          <Fact label="Account">
            <Link to={`/admin/users?user=${account.id}`} className="text-link">
              Joined {formatDate(account.joinDate)}
            </Link>
          </Fact>
        )}
      </dl>
      <ConversationsLink email={email} />
    </Card>
  );
}

function newsletterState({ account }: CustomerDetails): string {
  if (!account?.dealEmailsSince) return 'Not subscribed';
  const since = `since ${formatDate(account.dealEmailsSince)}`;
  return account.emailVerified ? `Subscribed ${since}` : `Subscribed ${since}, once the email is verified`;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** Leads to the messages of the customer, if there are any. */
function ConversationsLink({ email }: { email: string }) {
  const query = { search: email, limit: 1 };
  const canAnswer = usePermissions()('messages.answer');
  const { data } = useQuery({
    queryKey: ['conversations', query],
    queryFn: ({ signal }) => api.listConversations({ query }, { signal }),
    enabled: canAnswer,
  });
  const count = data?.pagination.total ?? 0;
  if (count === 0) return null;
  return (
    <Link
      to={`/admin/messages?search=${encodeURIComponent(email)}`}
      className="mt-3 inline-block text-link text-sm"
    >
      {count} {count === 1 ? 'conversation' : 'conversations'}
    </Link>
  );
}

const ordersPerPage = 20;

function Orders({ customer }: { customer: CustomerDetails }) {
  const [params] = useSearchParams();
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
  const query = { page, limit: ordersPerPage };
  const orders = useQuery({
    queryKey: ['customers', 'orders', customer.id, query],
    queryFn: ({ signal }) => api.listCustomerOrders({ params: { id: customer.id }, query }, { signal }),
  });
  const { data } = orders;
  return (
    <Card title="Orders">
      <div className="grid gap-3">
        <p className="tabular text-ink-muted text-sm">
          {customer.orders} {customer.orders === 1 ? 'order' : 'orders'} (cancelled excluded),{' '}
          {formatMoney(customer.spent)} spent
          <InfoTip label="What “spent” counts" className="-my-1 ml-0.5 align-middle">
            {figureDefinitions.spent}
          </InfoTip>
        </p>
        {!data && (
          <NotLoaded query={orders} failed="The orders could not be loaded" look="inline" skeleton="h-40" />
        )}
        {data && data.orders.length > 0 && (
          <ul className="divide-y divide-line rounded-control border border-line">
            {data.orders.map((order) => (
              <OrderLine key={order.id} order={order} />
            ))}
          </ul>
        )}
        {data && data.pagination.pages > 1 && (
          <nav aria-label="Pages of orders" className="flex items-center gap-4 text-sm">
            {page > 1 && (
              <Link to={`?page=${page - 1}`} className="text-link">
                Newer
              </Link>
            )}
            <span className="tabular text-ink-muted">
              Page {page} of {data.pagination.pages}
            </span>
            {page < data.pagination.pages && (
              <Link to={`?page=${page + 1}`} className="text-link">
                Older
              </Link>
            )}
          </nav>
        )}
        <PastOrdersLink email={customer.email} />
      </div>
    </Card>
  );
}
