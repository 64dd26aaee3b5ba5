import { adminMeta } from '../../../admin-ui/admin-meta.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { RemoveDemo } from './remove-demo.tsx';
import { SetupChecklist } from './setup-checklist.tsx';

export const meta = () => adminMeta('First day');

/** Steps from an empty shop to its first sale. */
export default function SetupPage() {
  return (
    <>
      <ScreenHeader title="First day" />
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        The way from a new store to its first sale. Each step is done as soon as the store contains it; skip
        those you do not need.
      </p>
      <RemoveDemo />
      <SetupChecklist />
    </>
  );
}
