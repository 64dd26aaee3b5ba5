import { useEffect } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { Button, buttonClass } from './button.tsx';
import { UnpluggedDrawing } from './drawings/unplugged-drawing.tsx';

export const problemMeta = () => [{ title: 'Something went wrong' }, { name: 'robots', content: 'noindex' }];

/** True if the URL names nothing that is shown, so that the shop is not to blame. */
export const isMissingPage = (error: unknown) =>
  isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);

/** Messages of browsers and of the router for a lost connection. */
const connectionErrors = /fetch|network|load failed|turbo-stream/i;

/** Error page for a page that failed to render or to load. */
export function Problem({ error }: { error: unknown }) {
  const { revalidate, state } = useRevalidator();
  const hasResponse = isRouteErrorResponse(error);
  const isConnectionError = !hasResponse && connectionErrors.test(String(error));
  const [heading, cause] = isConnectionError
    ? ['No connection to the shop', 'Check your internet connection.']
    : hasResponse && error.status === 429
      ? ['Too many requests', 'Your network opened too many pages.']
      : ['This page could not be loaded', 'Something went wrong on our side.'];
  useEffect(() => {
    const retry = () => void revalidate();
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [revalidate]);
  return (
    <section className="page-width py-16 sm:py-24">
      <div className="-ml-3">
        <UnpluggedDrawing />
      </div>
      <p className="caption mt-6">{isConnectionError ? 'No connection' : hasResponse ? error.status : 500}</p>
      <h1 className="mt-2 text-2xl">{heading}</h1>
      <p className="mt-3 max-w-text text-ink-muted">
        {cause} Nothing was ordered or charged, and your cart is unchanged. Try again in a moment.
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => void revalidate()} loading={state === 'loading'}>
          Try again
        </Button>
        <a href="/" className={buttonClass({ variant: 'outline' })}>
          Go to the home page
        </a>
      </p>
      {import.meta.env.DEV && error instanceof Error && (
        <pre className="mt-8 overflow-auto rounded-control bg-sunken p-4 text-sm">{error.stack}</pre>
      )}
    </section>
  );
}
