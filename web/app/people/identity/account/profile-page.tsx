import type { OwnAlert } from '@reprise/contract/catalog/alerts';
import { formatTimeAs } from '@reprise/contract/dates';
import { formatMoney } from '@reprise/contract/money';
import type { SavedAddress } from '@reprise/contract/people/addresses';
import type { Passkey } from '@reprise/contract/people/identity/passkeys';
import type { OpenSession } from '@reprise/contract/people/identity/profile';
import type { TwoFactorState } from '@reprise/contract/people/identity/two-factor';
import type { UserRecord } from '@reprise/contract/people/identity/user';
import { problemCodeOf } from '@reprise/contract/problem';
import { type ReactNode, useState } from 'react';
import { Link, redirect } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { AlertsCard } from '../../../catalog/alerts/alerts-card.tsx';
import { NeedsScripts } from '../../../foundations/page-texts/needs-scripts.tsx';
import { authToken, useAuth } from '../../../session/auth-store.ts';
import { signInUrl } from '../../../session/local-path.ts';
import { privatePageMeta } from '../../../session/private-page-meta.ts';
import { CardGroup, CardSection } from '../../../ui/card-group.tsx';
import { PageFailure } from '../../../ui/error-state.tsx';
import { CreditCard } from '../../../ui/icons/lucide.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AddressesCard } from '../../addresses/addresses-card.tsx';
import type { Route } from './+types/profile-page';
import { OwnData } from './own-data.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonalInfo } from './personal-info.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta('Your profile', matches[0].loaderData?.settings.storeName);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const here = `/profile${new URL(request.url).search}`;
  if (authToken() === null) throw redirect(signInUrl(here));
  try {
    const options = { signal: request.signal };
    const [{ user }, { sessions }, { addresses }, { twoFactor }, { passkeys }, { alerts }] =
      await Promise.all([
        api.getProfile({}, options),
        api.listSessions({}, options),
        api.listAddresses({}, options),
        api.getTwoFactor({}, options),
        api.listPasskeys({}, options),
        api.listOwnAlerts({}, options),
      ]);
    return { user, sessions, addresses, twoFactor, passkeys, alerts };
  } catch (error) {
    if (problemCodeOf(error) === 'UNAUTHENTICATED') throw redirect(signInUrl(here));
    return null;
  }
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScripts />
      <Skeleton className="h-24 rounded-tile noscript:hidden" />
      <Skeleton className="h-80 rounded-tile noscript:hidden" />
    </Frame>
  );
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  return (
    <Frame>
      {loaderData ? (
        <Profile {...loaderData} />
      ) : (
        <PageFailure title="Your profile could not be loaded">{noResponse('unchanged')}</PageFailure>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page-width py-8 sm:py-12">
      <div className="grid min-h-96 content-start gap-8">
        <h1 className="text-2xl">Your profile</h1>
        {children}
      </div>
    </div>
  );
}

type ProfileProps = {
  user: UserRecord;
  sessions: OpenSession[];
  addresses: SavedAddress[];
  twoFactor: TwoFactorState;
  passkeys: Passkey[];
  alerts: OwnAlert[];
};

function Profile({ user: loaded, sessions, addresses, twoFactor, passkeys, alerts }: ProfileProps) {
  const [user, setUser] = useState(loaded);
  const onSaved = (saved: UserRecord) => {
    setUser(saved);
    const { id, name, email, role, staffRoles } = saved;
    useAuth.getState().setUser({ id, name, email, role, staffRoles });
  };
  return (
    <>
      <Stats user={user} />
      <CardGroup title="Your details">
        <PersonalInfo user={user} onSaved={onSaved} />
        <AddressesCard loaded={addresses} />
        <CardSection title="Payment methods">
          <p className="flex items-center gap-3 text-ink-muted text-sm">
            <CreditCard className="size-5 shrink-0" strokeWidth={1.5} aria-hidden="true" />
            None saved. You choose how to pay at checkout, and payment details are not stored.
          </p>
        </CardSection>
      </CardGroup>
      <CardGroup title="Emails and alerts">
        <PreferencesCard user={user} onSaved={onSaved} />
        <AlertsCard loaded={alerts} />
      </CardGroup>
      <CardGroup title="Security">
        <PasswordForm email={user.email} />
        <TwoFactorCard state={twoFactor} email={user.email} />
        <PasskeysCard passkeys={passkeys} />
        <SessionsCard sessions={sessions} />
      </CardGroup>
      <CardGroup title="Your data">
        <OwnData email={user.email} />
      </CardGroup>
    </>
  );
}

function Stats({ user }: { user: UserRecord }) {
  return (
    <dl className="grid grid-cols-2 gap-y-4 rounded-tile border border-line bg-raised p-5 sm:grid-cols-3">
      <Stat label="Orders">
        <Link to="/orders" className="hover:underline">
          {user.totalOrders}
        </Link>
      </Stat>
      <Stat label="Total spent">{formatMoney(user.totalSpent)}</Stat>
      <Stat label="Member since">{formatTimeAs('month', user.joinDate)}</Stat>
    </dl>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="caption">{label}</dt>
      <dd className="tabular mt-1 font-semibold text-lg">{children}</dd>
    </div>
  );
}
