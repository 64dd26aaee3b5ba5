import { Link } from 'react-router';
import { readOfflineTarget } from '../browser/offline-target.ts';
import { localPath } from '../session/local-path.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { UnpluggedDrawing } from '../ui/drawings/unplugged-drawing.tsx';

export const meta = () => [{ title: 'You are offline' }, { name: 'robots', content: 'noindex' }];

/** Reloads the page that could not be fetched. */
function tryAgain() {
  window.location.replace(localPath(readOfflineTarget()));
}

/** Cached by the service worker and shown instead of any page that cannot be fetched. */
export default function OfflinePage() {
  return (
    <section className="page-width py-16 sm:py-24">
      <UnpluggedDrawing />
      <h1 className="mt-6 text-2xl">You are offline</h1>
      <p className="mt-3 max-w-text text-ink-muted">
        You are offline, or the shop is unavailable. Your cart is saved on this device, and you can still open
        it.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Button onClick={tryAgain}>Try again</Button>
        <Link to="/cart" reloadDocument className={buttonClass({ variant: 'outline' })}>
          Open your cart
        </Link>
      </p>
    </section>
  );
}
