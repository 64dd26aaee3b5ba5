import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/returns-page';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'returns' } });
  return { own: blocks };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Returns',
    description: 'How long you can return a device, how to return it and how you are refunded.',
    path: '/returns',
  });

export default function ReturnsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Returns"
      own={loaderData.own}
      lead={(settings) =>
        `You can return a device within ${days(settings.returnDays)} of delivery, for any reason.`
      }
    >
      {(settings) => (
        <>
          <TextSection title="How to return a device">
            <p>
              Open the order in{' '}
              <Link to="/orders" className="text-link">
                your account
              </Link>{' '}
              or{' '}
              <Link to="/track" className="text-link">
                by its number
              </Link>{' '}
              and choose “Return or report a problem”. Or contact us with the order number and the device:{' '}
              <ContactLine settings={settings} />. We reply with the return address and what to write on the
              parcel.
            </p>
            <ul>
              <li>Include everything that came with it: cables, charger, box.</li>
              <li>Sign out of your accounts and erase the device, so that it can be resold.</li>
              <li>
                Return it in the condition in which you received it. You are not responsible for defects or
                for damage in transit.
              </li>
            </ul>
          </TextSection>
          <TextSection title="Refunds">
            <p>
              We refund the price and its tax to the card {settings.paypalEnabled && 'or PayPal account '}
              you paid with{settings.klarnaEnabled && ', or through Klarna,'} once the device has arrived.
              {settings.paymentProcessor === 'stripe' &&
                ' Banks usually show a refund to a card within 5 to 10 business days.'}
            </p>
          </TextSection>
          <TextSection title="Is the device defective?">
            <p>
              Then the{' '}
              <Link to="/warranty" className="text-link">
                warranty
              </Link>{' '}
              also applies, and it may last longer than {days(settings.returnDays)}.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
