import { methodNames, offeredMethods } from '@reprise/contract/sales/payments/payment-methods';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/cookies-page';
import { storedInBrowser } from './stored-in-browser.ts';
import { FactTable, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'cookies' } });
  return { own: blocks };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Cookies',
    description: 'This shop sets no cookies of its own. See what it stores in your browser instead.',
    path: '/cookies',
  });

export default function CookiesPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Cookies"
      own={loaderData.own}
      lead={() => 'This shop sets no cookies of its own, so there is no cookie banner.'}
    >
      {(settings) => (
        <>
          <TextSection title="What is stored in your browser">
            <p>
              The shop stores a few things that it needs in your browser. They stay on your device until you
              sign out, they are no longer needed, or you clear your browser’s data.
            </p>
            <FactTable rows={storedInBrowser.map(({ purpose, names }) => [purpose, names.join(', ')])} />
            <p>
              An order is stored until the shop has confirmed it, so that a lost connection does not lose the
              order.
            </p>
          </TextSection>
          {(settings.paymentProcessor === 'stripe' || settings.paymentPages.length > 0) && (
            <TextSection title="At checkout">
              {settings.paymentProcessor === 'stripe' && (
                <p>
                  Stripe provides the card form at checkout and may set its own cookies there to detect fraud.
                  {offeredMethods(settings).map(
                    (method) =>
                      ` On ${methodNames[method]}’s page, ${methodNames[method]}’s own policy applies.`,
                  )}
                </p>
              )}
              {settings.paymentPages.map(({ name }) => (
                <p key={name}>On the page of {name}, where you pay, its own policy applies.</p>
              ))}
            </TextSection>
          )}
        </>
      )}
    </TextPage>
  );
}
