import { usePermissions } from '../../../session/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Info } from '../../../ui/icons/lucide.tsx';
import { OpenShopButton } from './open-shop-button.tsx';
import { useIsUnopened, usePreview } from './use-opening.ts';

/** Shown on every screen of a store that visitors do not see yet. */
export function OpeningBanner() {
  const mayOpen = usePermissions()('settings.manage');
  const preview = usePreview();
  if (!useIsUnopened()) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-primary-tint px-3 py-2 text-primary-text text-sm print:hidden"
    >
      <Info className="size-4 shrink-0 max-sm:hidden" aria-hidden="true" />
      <p className="min-w-48 flex-1">
        <strong className="font-semibold">Your store is not open yet.</strong> Visitors read “Opening soon”.
      </p>
      <Button size="sm" variant="outline" loading={preview.isPending} onClick={() => preview.mutate('/')}>
        Preview the store
      </Button>
      {mayOpen && <OpenShopButton variant="outline" />}
    </div>
  );
}
