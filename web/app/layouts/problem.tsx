import { isRouteErrorResponse, Link, useRevalidator } from 'react-router';
import { Button, buttonClass } from '../ui/button.tsx';
import { MissingPageDrawing } from '../ui/drawings/missing-page-drawing.tsx';
import { UnpluggedDrawing } from '../ui/drawings/unplugged-drawing.tsx';

const isMissing = (error: unknown) =>
  isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);

export function problemMeta(error: unknown) {
  const title = isMissing(error) ? 'Page not found' : 'Something went wrong';
  return [{ title }, { name: 'robots', content: 'noindex' }];
}

/** What a visitor sees instead of a page that is not there or could not be made. */
export function Problem({ error }: { error: unknown }) {
  return (
    <div className="page-width py-16 sm:py-24">
      {isMissing(error) ? <MissingPage /> : <FailedPage error={error} />}
    </div>
  );
}

export function MissingPage() {
  return (
    <section className="max-w-text">
      <div className="-ml-9">
        <MissingPageDrawing />
      </div>
      <p className="caption mt-6">404</p>
      <h1 className="mt-2 text-2xl">This page is not here</h1>
      <p className="mt-3 text-ink-muted">
        The address may be mistyped, or the device it showed has been sold and taken down. Look for it by name
        with the search, or start again from one of these.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Link to="/products" className={buttonClass()}>
          See all products
        </Link>
        <Link to="/" className={buttonClass({ variant: 'outline' })}>
          Go to the front page
        </Link>
        <Link to="/track" className={buttonClass({ variant: 'ghost' })}>
          Track an order
        </Link>
      </p>
    </section>
  );
}

function FailedPage({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <section className="max-w-text">
      <div className="-ml-3">
        <UnpluggedDrawing />
      </div>
      <p className="caption mt-6">{status}</p>
      <h1 className="mt-2 text-2xl">This page could not be made</h1>
      <p className="mt-3 text-ink-muted">
        Something failed on our side. Nothing was ordered or charged by it, and your cart is as it was. Try
        again in a moment.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => void revalidate()} loading={state === 'loading'}>
          Try again
        </Button>
        <a href="/" className={buttonClass({ variant: 'outline' })}>
          Go to the front page
        </a>
      </p>
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="mt-8 overflow-auto rounded-control bg-sunken p-4 text-sm">{error.stack}</pre>
      )}
    </section>
  );
}
