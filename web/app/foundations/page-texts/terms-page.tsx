import { currencyName } from '@reprise/contract/money';
import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/terms-page';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'terms' } });
  return { own: blocks };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Terms',
    description: 'The terms that apply when you order.',
    path: '/terms',
  });

export default function TermsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Terms"
      own={loaderData.own}
      lead={({ storeName }) => `The terms between you and ${storeName} when you order, in plain English.`}
    >
      {(settings) => (
        <>
          <TextSection title="Devices and their condition">
            <p>
              The devices we sell are used, open-box or refurbished. Each product page states the device’s
              condition and origin and explains them. Marks that are typical of the condition are not defects.
              Images show the model; your device may have different marks of the same grade.
            </p>
          </TextSection>
          <TextSection title="Prices and orders">
            <p>
              {settings.pricesIncludeTax
                ? `Prices are in ${currencyName()} and include tax. Shipping is added and shown before you pay, and the total you confirm is the total you are charged.`
                : `Prices are in ${currencyName()}. Shipping and tax are added and shown before you pay, and the total you confirm is the total you are charged.`}{' '}
              Your order is placed when the shop shows you its order number. If a device sells out at that
              moment, the order is rejected and nothing is charged.
            </p>
          </TextSection>
          <TextSection title="Delivery, returns, warranty">
            <p>
              We deliver as described under{' '}
              <Link to="/shipping" className="text-link">
                shipping
              </Link>
              . You may return a device
              {!settings.returnsVary && ` within ${days(settings.returnDays)} of delivery`}, as described
              under{' '}
              <Link to="/returns" className="text-link">
                returns
              </Link>
              . Each device has the warranty stated on its page, at least {days(settings.warrantyDays)}: see{' '}
              <Link to="/warranty" className="text-link">
                warranty
              </Link>
              .
            </p>
          </TextSection>
          <TextSection title="Your account">
            <p>
              Keep your password secret. We may close an account that is used to harm the shop or its
              customers.
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
