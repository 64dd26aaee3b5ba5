import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useAuth } from '../session/auth-store.ts';
import { buttonClass } from '../ui/button.tsx';
import { DoorClosed, Lock } from '../ui/icons/lucide.tsx';
import { staffRoleLabels } from './staff-roles.ts';

/** Shown for a screen that the user's roles do not permit. */
export function NoAccess({ firstScreen }: { firstScreen: string | undefined }) {
  return (
    <Notice Icon={Lock} title="You do not have access to this">
      <p>
        <OwnRoles /> does not include this page. Ask an owner of the store if you need access.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to={firstScreen ?? '/admin'} className={buttonClass()}>
          Go to your start page
        </Link>
        <StoreLink />
      </p>
    </Notice>
  );
}

/** Shown to staff whose roles permit no screen. */
export function NoScreens() {
  return (
    <Notice Icon={DoorClosed} title="There is nothing here for your role yet">
      <p>
        <OwnRoles /> is for receiving, testing and grading devices. This store does not track devices one by
        one yet, so there is no screen to open. Ask an owner of the store if you need another role.
      </p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Link to="/profile" className={buttonClass()}>
          Open your profile
        </Link>
        <StoreLink />
      </p>
    </Notice>
  );
}

function OwnRoles() {
  const roles = useAuth(({ user }) => user?.staffRoles) ?? [];
  if (roles.length === 0) return 'Your role';
  const names = roles.map((role) => staffRoleLabels[role]).join(' and ');
  return `Your ${roles.length === 1 ? 'role' : 'roles'} (${names})`;
}

function StoreLink() {
  return (
    <a href="/" className={buttonClass({ variant: 'outline' })}>
      View Store
    </a>
  );
}

type NoticeProps = { Icon: typeof Lock; title: string; children: ReactNode };

function Notice({ Icon, title, children }: NoticeProps) {
  return (
    <section className="py-12 sm:py-20">
      <Icon className="size-8 text-ink-faint" strokeWidth={1.5} aria-hidden="true" />
      <h1 className="mt-4 text-xl">{title}</h1>
      <div className="mt-2 max-w-text text-ink-muted">{children}</div>
    </section>
  );
}
