import type { TwoFactorSetup } from '@reprise/contract/people/identity/sign-in';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/skeleton.tsx';

// Loads 15 kB that only this step needs.
const QrCode = lazy(() => import('../../../ui/drawings/qr-code.tsx'));

/** New secret for an authenticator app, as a QR code and as text. */
export function AuthenticatorSetup({ setup }: { setup: TwoFactorSetup }) {
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        Scan this with an authenticator app, such as the one in your password manager, then enter the
        six-digit code it shows.
      </p>
      <div className="size-52 overflow-hidden rounded-control border border-line">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <QrCode text={setup.address} label="QR code for the authenticator app" />
        </Suspense>
      </div>
      <div className="text-sm">
        <p className="text-ink-muted">No camera? Open the app on this device or type the key:</p>
        <p className="mt-1 select-all break-all rounded-control bg-sunken px-3 py-2 font-medium tabular">
          {setup.secret.replace(/.{4}(?=.)/g, '$& ')}
        </p>
        <a href={setup.address} className="mt-2 inline-flex min-h-8 items-center text-link">
          Open the app on this device
        </a>
      </div>
    </div>
  );
}
