import { Link } from 'react-router';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/returns-page';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Returns',
    description: 'How long you can return a device, how it is done and how you get your money back.',
    path: '/returns',
  });

export default function ReturnsPage() {
  return (
    <TextPage
      title="Returns"
      lead={(settings) =>
        `You can return a device within ${days(settings.returnDays)} of its delivery. You do not have to say why.`
      }
    >
      {(settings) => (
        <>
          <TextSection title="How to return something">
            <p>
              Tell us your order number and what you want to send back: <ContactLine settings={settings} />.
              We answer with the address and what to put on the parcel.
            </p>
            <ul>
              <li>Send everything that came with it: cables, chargers, box.</li>
              <li>Sign out of your accounts and erase the device, or it cannot be passed on.</li>
              <li>Return it as it reached you. What broke on the way or by itself is our concern.</li>
            </ul>
          </TextSection>
          <TextSection title="Your money">
            <p>
              The price and the tax on it go back to the card {settings.paypalEnabled && 'or PayPal account '}
              you paid with, once the device has arrived.
            </p>
          </TextSection>
          <TextSection title="Faulty rather than unwanted?">
            <p>
              Then the{' '}
              <Link to="/warranty" className="text-link">
                warranty
              </Link>{' '}
              applies as well, also after the {days(settings.returnDays)} where it lasts longer.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
