import { Link } from 'react-router';
import { Info } from '../../ui/icons/lucide.tsx';
import type { CartNotice } from './reconcile-cart.ts';

/**
 * Lists the changes to the cart since it was last shown. The status element is always rendered, because
 * screen readers announce only changes within an existing one.
 */
export function CartNotices({ notices }: { notices: CartNotice[] }) {
  return (
    <div role="status">
      {notices.length > 0 && (
        <ul className="mb-4 grid gap-2 rounded-control bg-warn-tint px-4 py-3 text-sm">
          {notices.map((note) => (
            <li key={note.message} className="flex gap-2.5">
              <Info className="mt-0.5 size-4 shrink-0 text-warn-text" aria-hidden="true" />
              <span>
                {note.message}{' '}
                {note.isRemoved && (
                  <Link to={`/product/${note.slug}`} className="text-link">
                    See other products
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
