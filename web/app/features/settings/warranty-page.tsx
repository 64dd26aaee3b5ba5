import { Link } from 'react-router';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/warranty-page';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Warranty',
    description: 'What the warranty covers, how long it lasts and how to use it.',
    path: '/warranty',
  });

export default function WarrantyPage() {
  return (
    <TextPage
      title="Warranty"
      lead={(settings) =>
        `Every device comes with at least ${days(settings.warrantyDays)} of warranty. Some have more: the page of each product says how long, and that is what counts.`
      }
    >
      {(settings) => (
        <>
          <TextSection title="What it covers">
            <p>
              Faults in how the device works that were not caused by you: a display that fails, a button that
              sticks, a port that stops charging, a camera that does not focus. The warranty starts on the day
              the device is delivered.
            </p>
          </TextSection>
          <TextSection title="What it does not cover">
            <ul>
              <li>Marks and wear that belong to the condition you chose.</li>
              <li>Damage by drops, liquids, force or repairs done elsewhere.</li>
              <li>Loss and theft.</li>
            </ul>
          </TextSection>
          <TextSection title="How to use it">
            <p>
              Write to us with your order number and say what the device does or does not do:{' '}
              <ContactLine settings={settings} />. We answer with how to send it in.
            </p>
            <p>
              If you simply changed your mind,{' '}
              <Link to="/returns" className="text-link">
                returning it
              </Link>{' '}
              is the shorter way. The rights that the law gives you stay as they are.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
