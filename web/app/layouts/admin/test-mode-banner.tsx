import { Link } from 'react-router';
import { usePermissions } from '../../session/use-permissions.ts';
import { TriangleAlert } from '../../ui/icons/lucide.tsx';

/** Shown on every screen, because in test mode anyone can order without paying. */
export function TestModeBanner() {
  const maySetKeys = usePermissions()('payments.manage');
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2.5 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text print:hidden"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold">Test mode on a public address.</strong> Anyone can pay with a test
        card, and you receive no money.{' '}
        {maySetKeys ? (
          <>
            Add live keys in{' '}
            <Link to="/admin/settings?tab=payment" className="font-medium underline underline-offset-3">
              Settings, Payment
            </Link>{' '}
            before you ship orders.
          </>
        ) : (
          'Ask an owner before you ship orders.'
        )}
      </span>
    </p>
  );
}
