import { data, Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import { MissingPageDrawing } from '../ui/drawings/missing-page-drawing.tsx';

export const meta = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }];

export function loader() {
  return data(null, { status: 404 });
}

/** Page for unknown URLs. */
export default function MissingPage() {
  return (
    <section className="page-width py-16 sm:py-24">
      <div className="-ml-9">
        <MissingPageDrawing />
      </div>
      <p className="caption mt-6">404</p>
      <h1 className="mt-2 text-2xl">This page is not here</h1>
      <p className="mt-3 max-w-text text-ink-muted">
        The URL may be mistyped, or the product is no longer sold. Search for it by name, or start from one of
        these pages.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to="/products" className={buttonClass()}>
          See all products
        </Link>
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          Go to the home page
        </Link>
        <Link to="/track" className={buttonClass({ variant: 'ghost' })}>
          Track an order
        </Link>
      </p>
    </section>
  );
}
