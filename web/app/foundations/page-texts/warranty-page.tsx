import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/warranty-page';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'warranty' } });
  return { own: blocks };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Warranty',
    description: 'What the warranty covers, how long it lasts and how to use it.',
    path: '/warranty',
  });

export default function WarrantyPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextPage
      title="Warranty"
      own={loaderData.own}
      lead={(settings) =>
        `Every device has a warranty of at least ${days(settings.warrantyDays)}. Some have a longer one: the period on the product page applies.`
      }
    >
      {(settings) => (
        <>
          <TextSection title="What it covers">
            <p>
              Functional defects that you did not cause: a display that fails, a button that sticks, a port
              that stops charging, a camera that does not focus. The warranty starts on the day the device is
              delivered.
            </p>
          </TextSection>
          <TextSection title="What it does not cover">
            <ul>
              <li>Marks and wear that are typical of the condition you chose.</li>
              <li>Damage from drops, liquids, force or third-party repairs.</li>
              <li>Loss and theft.</li>
            </ul>
          </TextSection>
          <TextSection title="How to use it">
            <p>
              Contact us with your order number and describe the defect: <ContactLine settings={settings} />.
              We reply with instructions for sending it in.
            </p>
            <p>
              If you changed your mind,{' '}
              <Link to="/returns" className="text-link">
                return it
              </Link>{' '}
              instead. Your legal rights are not affected.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
