import { formatMoney } from '@reprise/contract/money';
import { figureDefinitions } from '@reprise/contract/operations/analytics';
import type { OpenSession } from '@reprise/contract/people/identity/profile';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { Loaded, NotLoaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatDate, formatDateTime } from '../../../formats.ts';
import { useAuth } from '../../../session/auth-store.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { InfoTip } from '../../../ui/overlays/info-tip.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerTags } from './customer-tags.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { RoleBadge } from './user-columns.tsx';
import { statusText, statusTones } from './user-labels.ts';
import { OrderLine, PastOrdersLink } from './user-orders.tsx';

/** User details: profile, orders and sessions. */
export function UserDialog({ userId, onClose }: { userId: string | null; onClose: () => void }) {
  return (
    <Modal open={userId !== null} onClose={onClose} title="User" size="lg">
      {userId !== null && <LoadedUser key={userId} userId={userId} />}
    </Modal>
  );
}

function LoadedUser({ userId }: { userId: string }) {
  const managesUsers = usePermissions()('users.manage');
  const user = useQuery({
    queryKey: ['user', userId],
    queryFn: () => api.getUser({ params: { id: userId } }),
  });
  return (
    <Loaded query={user} failed="This user could not be loaded" skeleton="h-96">
      {({ user }) => (
        <div className="grid gap-6">
          <Facts user={user} />
          <Section title="Orders">
            <Orders user={user} />
          </Section>
          <Section title="Tags">
            <CustomerTags user={user} />
          </Section>
          <Section title="Notes">
            <CustomerNotes userId={userId} />
          </Section>
          {managesUsers && (
            <>
              <Section title="Signed in on">
                <Sessions userId={userId} />
              </Section>
              <SignInRecovery user={user} />
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold text-base">{title}</h3>
      {children}
    </section>
  );
}

function Facts({ user }: { user: UserRecord }) {
  const can = usePermissions();
  const { name, email, emailVerified, phone, status, joinDate, lastLogin } = user;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="break-words font-semibold text-lg">{name}</p>
        <RoleBadge user={user} />
        <StatusDot tone={statusTones[status]}>{statusText(user)}</StatusDot>
        <span className="ml-auto flex gap-2">
          {can('users.manage') && (
            <Link to={`?edit=${user.id}`} className={buttonClass({ variant: 'outline', size: 'sm' })}>
              Edit
            </Link>
          )}
          {can('audit.read') && (
            <Link
              to={`/admin/audit?subject=${encodeURIComponent(`user ${user.id}`)}`}
              className={buttonClass({ variant: 'ghost', size: 'sm' })}
            >
              History
            </Link>
          )}
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        <Fact label="Email">
          <a href={`mailto:${email}`} className="break-all text-link">
            {email}
          </a>{' '}
          {!emailVerified && <span className="text-ink-muted">not verified</span>}
        </Fact>
        {phone && <Fact label="Phone">{phone}</Fact>}
        <Fact label="Joined">{formatDate(joinDate)}</Fact>
        <Fact label="Last login">{lastLogin ? formatDateTime(lastLogin) : 'Never'}</Fact>
      </dl>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const ordersShown = 5;

function Orders({ user }: { user: UserRecord }) {
  const orders = useQuery({
    queryKey: ['user', user.id, 'orders'],
    queryFn: () => api.listUserOrders({ params: { id: user.id }, query: { limit: ordersShown } }),
  });
  const { data } = orders;
  if (!data)
    return <NotLoaded query={orders} failed="The orders could not be loaded" look="inline" skeleton="h-20" />;
  if (data.orders.length === 0) {
    return (
      <>
        <p className="text-ink-muted text-sm">None yet.</p>
        <PastOrdersLink email={user.email} />
      </>
    );
  }
  const moreCount = data.pagination.total - data.orders.length;
  return (
    <>
      <p className="tabular text-ink-muted text-sm">
        {user.totalOrders} {user.totalOrders === 1 ? 'order' : 'orders'} (cancelled excluded),{' '}
        {formatMoney(user.totalSpent)} spent
        <InfoTip label="What “spent” counts" className="-my-1 ml-0.5 align-middle">
          {figureDefinitions.spent}
        </InfoTip>
      </p>
      <ul className="divide-y divide-line rounded-control border border-line">
        {data.orders.map((order) => (
          <OrderLine key={order.id} order={order} />
        ))}
      </ul>
      {moreCount > 0 && (
        <Link to={`/admin/orders?search=${encodeURIComponent(user.email)}`} className="text-link text-sm">
          {moreCount} more
        </Link>
      )}
      <PastOrdersLink email={user.email} />
    </>
  );
}

function Sessions({ userId }: { userId: string }) {
  const queries = useQueryClient();
  const queryKey = ['user', userId, 'sessions'];
  const sessions = useQuery({
    queryKey,
    queryFn: () => api.listUserSessions({ params: { id: userId } }),
  });
  const ending = useMutation({
    mutationFn: async (session: OpenSession | null) => {
      if (session) await api.endUserSession({ params: { id: userId, session: session.id } });
      else await api.endUserSessions({ params: { id: userId } });
    },
    onSuccess: (_answer, session) =>
      notify('success', session ? `${session.device} is signed out.` : 'Signed out everywhere.'),
    onError: (error) => notify('error', messageOf(error, 'Could not sign out. Please try again.')),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const { data } = sessions;
  if (!data)
    return (
      <NotLoaded query={sessions} failed="The sessions could not be loaded" look="inline" skeleton="h-16" />
    );
  if (data.sessions.length === 0) return <p className="text-ink-muted text-sm">Not signed in anywhere.</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-control border border-line">
        {data.sessions.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1.5 text-sm">
            <span className="font-medium">{session.device}</span>
            <span className="text-ink-muted">
              {session.current ? 'you, now' : `last seen ${formatDateTime(session.lastSeenAt)}`}
            </span>
            {!session.current && (
              <Button
                variant="ghost"
                size="sm"
                className="ml-auto"
                loading={ending.isPending && ending.variables?.id === session.id}
                onClick={() => ending.mutate(session)}
              >
                Sign out<span className="sr-only"> {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.sessions.length > 1 && !data.sessions.some(({ current }) => current) && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          loading={ending.isPending && ending.variables === null}
          onClick={() => ending.mutate(null)}
        >
          Sign out everywhere
        </Button>
      )}
    </>
  );
}

/** Recovery actions for a user who cannot sign in. */
function SignInRecovery({ user }: { user: UserRecord }) {
  const isOwn = useAuth((state) => state.user?.id === user.id);
  const [isConfirming, setConfirming] = useState(false);
  const queries = useQueryClient();
  const inviting = useMutation({
    mutationFn: () => api.inviteUser({ params: { id: user.id }, body: {} }),
    onSuccess: () => notify('success', `Invitation sent to ${user.email}.`),
    onError: (error) => notify('error', messageOf(error, 'The invitation was not sent. Please try again.')),
  });
  const resetting = useMutation({
    mutationFn: () => api.resetTwoFactor({ params: { id: user.id } }),
    onSuccess: () => {
      setConfirming(false);
      notify('success', 'Two-factor sign-in was reset.');
      void queries.invalidateQueries();
    },
    onError: (error) =>
      notify('error', messageOf(error, 'Two-factor sign-in was not reset. Please try again.')),
  });
  const canReset = user.twoFactor && !isOwn;
  if (!canReset && !user.invited) return null;
  return (
    <Section title="Signing in">
      {user.invited && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-muted text-sm">No password chosen yet.</p>
          <span className="flex w-full flex-wrap gap-2">
            <InvitationLink user={user} />
            <Button
              variant="outline"
              size="sm"
              disabled={user.status !== 'active'}
              loading={inviting.isPending}
              onClick={() => inviting.mutate()}
            >
              Send the invitation again
            </Button>
          </span>
        </div>
      )}
      {canReset && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-muted text-sm">
            {isConfirming
              ? 'They are signed out everywhere and can sign in with the password alone. Reset?'
              : 'Two-factor sign-in is on. Reset it if the user has lost phone and recovery codes.'}
          </p>
          <span className="flex gap-2">
            {isConfirming && (
              <Button variant="ghost" size="sm" onClick={() => setConfirming(false)}>
                Keep it
              </Button>
            )}
            <Button
              variant={isConfirming ? 'danger' : 'outline'}
              size="sm"
              loading={resetting.isPending}
              onClick={() => (isConfirming ? resetting.mutate() : setConfirming(true))}
            >
              Reset two-factor
            </Button>
          </span>
        </div>
      )}
    </Section>
  );
}
