import { Link } from 'react-router';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/privacy-page';
import { ContactLine, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Privacy',
    description: 'What this shop knows about you, why, and how to have it erased.',
    path: '/privacy',
  });

export default function PrivacyPage() {
  return (
    <TextPage
      title="Privacy"
      lead={({ storeName }) =>
        `${storeName} keeps what it needs to sell you a device and to stand by it afterwards. Nothing follows you around.`
      }
    >
      {(settings) => (
        <>
          <TextSection title="What we store, and why">
            <ul>
              <li>
                Your account: name, e-mail address and a password that is stored only as a hash, so that you
                can sign in.
              </li>
              <li>
                Your orders: what you bought, the address it goes to, your e-mail address and phone number, so
                that it arrives and we can reach you about it.
              </li>
              <li>Reviews you write, shown with your first name and the initial of your last name.</li>
              <li>The devices on your wishlist, once you are signed in.</li>
              <li>
                The address you gave to be told when a device is back or costs less, until that one mail is
                written or you stop it.
              </li>
              <li>
                {settings.marketingEmails
                  ? 'Whether you asked for the weekly deals by email, and since when. They are opt-in; every one has a link that stops them, and so has your profile. Copies are kept for four weeks.'
                  : 'Whether you asked for the weekly deals by email when the shop offered them, and since when. It currently sends none.'}
              </li>
              <li>
                Technical notes on requests, such as time and kind of page, to keep the shop running and safe.
              </li>
            </ul>
          </TextSection>
          <TextSection title="Your card">
            <p>
              {settings.paymentProcessor === 'stripe'
                ? 'Card details go from your browser straight to Stripe, who takes the payment. They never reach our server.'
                : 'Card numbers stay in your browser and are never sent to our server.'}
            </p>
            {settings.paypalEnabled && (
              <p>
                With PayPal you pay on PayPal’s own page. We learn that it was paid, not from which account.
              </p>
            )}
          </TextSection>
          <TextSection title="Who else receives it">
            <p>
              Only those who need it for your order: the carrier gets the name and address on the parcel
              {settings.paymentProcessor === 'stripe' && ', Stripe gets what it needs to take the payment'}.
              There are no advertising or tracking services on this site. See also{' '}
              <Link to="/cookies" className="text-link">
                cookies
              </Link>
              .
            </p>
          </TextSection>
          <TextSection title="Taking it along, and having it erased">
            <p>
              On{' '}
              <Link to="/profile" className="text-link">
                your profile
              </Link>{' '}
              you can export everything we keep about you as one file, and delete your account. Without an
              account,{' '}
              <Link to="/privacy/requests" className="text-link">
                ask for a link by mail
              </Link>{' '}
              that does the same for your orders as a guest. If neither works, ask us:{' '}
              <ContactLine settings={settings} />. The account and everything in it are erased at once, your
              reviews lose your name, and your orders lose every personal detail (an order still on its way,
              when it is done). Amounts and dates remain for accounting, and so do the billing name and
              address of paid orders, encrypted, for as long as tax law requires.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
