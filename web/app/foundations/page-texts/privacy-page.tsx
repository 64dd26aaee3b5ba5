import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { methodNames, offeredMethods } from '@reprise/contract/sales/payments/payment-methods';
import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/privacy-page';
import { ContactLine, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'privacy' } });
  return { own: blocks };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Privacy',
    description: 'What this shop stores about you, why, and how to have it erased.',
    path: '/privacy',
  });

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Privacy"
      own={loaderData.own}
      lead={({ storeName }) =>
        `${storeName} stores only what it needs to sell you a device and support you afterwards. We do not track you.`
      }
    >
      {(settings) => (
        <>
          <TextSection title="What we store, and why">
            <StoredData settings={settings} />
          </TextSection>
          <TextSection title="Your card">
            {settings.paymentProcessor !== 'adapter' && <p>{cardText(settings)}</p>}
            {settings.paymentPages.map(({ name }) => (
              <p key={name}>
                You pay on the page of {name}, which processes the payment. Your payment details never reach
                our server.
              </p>
            ))}
            {settings.paymentProcessor !== 'adapter' &&
              offeredMethods(settings).map((method) => (
                <p key={method}>
                  With {methodNames[method]}, you pay on {methodNames[method]}’s own page. We learn that you
                  paid, but not from which account.
                </p>
              ))}
          </TextSection>
          <TextSection title="Who we share it with">
            <p>
              Only companies that need it for your order: the carrier gets the name and address on the parcel
              {settings.carrierRates &&
                ', the service that asks carriers for their rates gets your place and the items in your cart'}
              {settings.taxByAddress && ', the service that knows the tax gets your place'}
              {processorsOf(settings) !== '' &&
                `, and ${processorsOf(settings)} gets what it needs to process the payment`}
              . There are no advertising or tracking services on this site. See also{' '}
              <Link to="/cookies" className="text-link">
                cookies
              </Link>
              .
            </p>
          </TextSection>
          <TextSection title="Exporting and erasing your data">
            <p>
              On{' '}
              <Link to="/profile" className="text-link">
                your profile
              </Link>{' '}
              you can export everything we store about you as one file, and delete your account. Without an
              account, you can{' '}
              <Link to="/privacy/requests" className="text-link">
                request a link by email
              </Link>{' '}
              that does the same for your guest orders. If neither works, contact us:{' '}
              <ContactLine settings={settings} />. We erase your account immediately and remove your name from
              your reviews and every personal detail from your orders; for an order still on its way, once it
              is completed. For accounting, we keep amounts and dates, and the billing name and address of
              paid orders, encrypted, for as long as tax law requires.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}

function StoredData({ settings }: { settings: PublicSettings }) {
  return (
    <ul>
      <li>Your account: name, email address and a hash of your password, so that you can sign in.</li>
      <li>
        Your orders: the products, the shipping address, the billing address, company and VAT number if you
        enter them, your email address and phone number, so that we can deliver your order and contact you
        about it.
      </li>
      <li>Reviews you write, shown with your first name and the initial of your last name.</li>
      <li>The devices on your wishlist, once you are signed in.</li>
      <li>
        The email address you entered for a back-in-stock or price alert, until the alert is sent or you stop
        it.
      </li>
      <li>
        {settings.marketingEmails
          ? 'Whether you opted in to the weekly deals by email, and since when. Every email has an unsubscribe link, and you can also unsubscribe in your profile. Copies are kept for four weeks.'
          : 'Whether you opted in to the weekly deals by email when the shop offered them, and since when. The shop currently sends none.'}
      </li>
      <li>
        What shoppers search for: the words, the number of results, and whether a product was opened and
        bought from them. We store this for 90 days without your name, account or network address, and show a
        search only if at least three people made it. A search with an email address or a long number is not
        stored, and neither are searches of browsers that send Do Not Track or Global Privacy Control.
      </li>
      <li>
        Technical logs of requests, such as the time and the type of page, to keep the shop running and
        secure.
      </li>
    </ul>
  );
}

/** Names of the companies of which one processes a payment; empty for the test processor. */
function processorsOf({ paymentProcessor, paymentPages }: PublicSettings): string {
  const names = paymentPages.map(({ name }) => name);
  if (paymentProcessor === 'stripe') names.unshift('Stripe');
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}

function cardText(settings: PublicSettings): string {
  return settings.paymentProcessor === 'stripe'
    ? 'Card details go from your browser directly to Stripe, which processes the payment. They never reach our server.'
    : 'Card numbers stay in your browser and are never sent to our server.';
}
