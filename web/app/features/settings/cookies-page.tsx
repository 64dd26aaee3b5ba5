import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/cookies-page';
import { FactTable, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Cookies',
    description: 'This shop sets no cookies of its own. What it keeps in your browser instead.',
    path: '/cookies',
  });

export default function CookiesPage() {
  return (
    <TextPage
      title="Cookies"
      lead={() => 'This shop sets no cookies of its own, so there is no banner to click away.'}
    >
      {(settings) => (
        <>
          <TextSection title="What is stored in your browser">
            <p>
              A few things that the shop needs are stored in your browser. They stay on your device until you
              sign out, use them up, or clear them.
            </p>
            <FactTable
              rows={[
                ['What is in your cart', 'cart-storage'],
                ['That you are signed in, and as whom', 'auth-token, auth-storage'],
                ['That this browser has signed in before', 'device-token'],
                ['What is on your wishlist', 'wishlist'],
                ['What you want to compare', 'compare'],
                ['The last devices you looked at', 'recently-viewed'],
                ['Columns and views of lists, for administrators', 'table-preferences'],
                ['An order while it is being confirmed', 'checkout-outbox'],
                ['The order just placed, until you close the tab', 'order-confirmation'],
                ['The key of a mailed link, while you pay, until you close the tab', 'order-token'],
              ]}
            />
            <p>
              An order waits there so that it is not lost when the connection is. Your browser also remembers
              how far you had scrolled, for as long as the tab is open.
            </p>
          </TextSection>
          {settings.paymentProcessor === 'stripe' && (
            <TextSection title="At checkout">
              <p>
                The card form at checkout is Stripe’s. It may set cookies of its own there, to recognise
                fraud.{settings.paypalEnabled && ' On PayPal’s page, PayPal’s own rules hold.'}
              </p>
            </TextSection>
          )}
        </>
      )}
    </TextPage>
  );
}
