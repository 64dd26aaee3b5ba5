import { Link } from 'react-router';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/terms-page';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Terms',
    description: 'What you and the shop agree on when you order.',
    path: '/terms',
  });

export default function TermsPage() {
  return (
    <TextPage
      title="Terms"
      lead={({ storeName }) => `What you and ${storeName} agree on when you order here, in plain words.`}
    >
      {(settings) => (
        <>
          <TextSection title="Devices and their condition">
            <p>
              What we sell has been used, opened or refurbished. Each product page names the condition and the
              origin of the device and what they mean. Marks that belong to the condition are not a fault.
              Images show the model; the unit you receive may carry other marks of the same grade.
            </p>
          </TextSection>
          <TextSection title="Prices and orders">
            <p>
              Prices are in US dollars. Shipping and tax are added and shown before you pay, and the total you
              confirm is the total you are charged. Your order is placed when the shop shows you its order
              number. Should a device sell out in the same moment, the order is refused and nothing is
              charged.
            </p>
          </TextSection>
          <TextSection title="Delivery, returns, warranty">
            <p>
              We deliver as described under{' '}
              <Link to="/shipping" className="text-link">
                shipping
              </Link>
              . You may return what you bought within {days(settings.returnDays)} of delivery, as described
              under{' '}
              <Link to="/returns" className="text-link">
                returns
              </Link>
              . Each device has the warranty named on its page, at least {days(settings.warrantyDays)}: see{' '}
              <Link to="/warranty" className="text-link">
                warranty
              </Link>
              .
            </p>
          </TextSection>
          <TextSection title="Your account">
            <p>
              Keep your password to yourself. An account that is used to harm the shop or its customers may be
              closed.
            </p>
          </TextSection>
          <TextSection title="Who we are">
            <p>
              {[settings.storeName, settings.storeAddress].filter(Boolean).join(', ')}.{' '}
              <ContactLine settings={settings} />
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
