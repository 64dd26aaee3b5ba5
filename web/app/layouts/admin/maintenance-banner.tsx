import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { usePermissions } from '../../session/use-permissions.ts';
import { TriangleAlert } from '../../ui/icons/lucide.tsx';

/** Shown on every screen to those who can open the shop, so that it does not stay closed unseen. */
export function MaintenanceBanner() {
  const maySet = usePermissions()('settings.manage');
  const { data } = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => api.getMaintenance({}, { signal }),
    select: ({ maintenance }) => maintenance,
    enabled: maySet,
  });
  if (!data?.since) return null;
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2.5 rounded-control bg-warn-tint px-3 py-2 text-sm text-warn-text print:hidden"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        <strong className="font-semibold">The shop is closed for maintenance.</strong> Customers can order
        nothing.{' '}
        <Link to="/admin/settings" className="font-medium underline underline-offset-3">
          Open it in Settings
        </Link>
        .
      </span>
    </p>
  );
}
