import { Link } from 'react-router';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import { ContactForm } from '../notifications/contact-form.tsx';
import type { Route } from './+types/support-page';
import { TextPage, TextSection, telephone } from './text-page.tsx';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Support',
    description: 'How to reach us, and the questions that are answered at once.',
    path: '/support',
  });

const answers = [
  ['/track', 'Where is my order?', 'Follow it with its order or tracking number.'],
  ['/returns', 'Can I send it back?', 'How long, how, and when the money comes.'],
  ['/warranty', 'Something does not work', 'What the warranty covers and how to use it.'],
  ['/shipping', 'What does shipping cost?', 'Rates, times and countries.'],
] as const;

export default function SupportPage() {
  return (
    <TextPage
      title="Support"
      lead={(settings) => `People who know the devices answer you. Support hours: ${settings.supportHours}.`}
    >
      {({ storeEmail, storePhone, storeAddress }) => (
        <>
          <TextSection title="Reach us">
            <dl className="border-line border-t">
              {storeEmail && (
                <Way name="Email">
                  <a href={`mailto:${storeEmail}`} className="text-link">
                    {storeEmail}
                  </a>
                </Way>
              )}
              {storePhone && (
                <Way name="Phone">
                  <a href={telephone(storePhone)} className="text-link tabular">
                    {storePhone}
                  </a>
                </Way>
              )}
              {storeAddress && <Way name="Post">{storeAddress}</Way>}
            </dl>
            <p className="text-ink-muted text-sm">Have your order number at hand: it begins with MJ.</p>
          </TextSection>
          <TextSection title="Write to us">
            <ContactForm />
          </TextSection>
          <TextSection title="Answered at once">
            <div className="border-line border-t">
              {answers.map(([to, question, answer]) => (
                <p key={to} className="relative border-line border-b py-3.5">
                  <Link
                    to={to}
                    className="font-semibold after:absolute after:inset-0 hover:underline hover:underline-offset-4"
                  >
                    {question}
                  </Link>
                  <span className="block text-ink-muted text-sm">{answer}</span>
                </p>
              ))}
            </div>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}

function Way({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-8 border-line border-b py-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
