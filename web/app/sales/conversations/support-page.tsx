import { useState } from 'react';
import { Link } from 'react-router';
import { ContactForm } from '../../foundations/notifications/contact-form.tsx';
import { TextPage, TextSection, telephone } from '../../foundations/page-texts/text-page.tsx';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import { OwnConversations, useOwnConversations } from '../conversations/own-conversations.tsx';
import type { Route } from './+types/support-page';

export const handle = cacheable();

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Support',
    description: 'How to contact us, and answers to common questions.',
    path: '/support',
  });

const answers = [
  ['/track', 'Where is my order?', 'Track it with your order or tracking number.'],
  ['/returns', 'Can I send it back?', 'Return period, steps and refunds.'],
  ['/warranty', 'Something does not work', 'What the warranty covers and how to use it.'],
  [
    '/#grades',
    'What do the conditions mean?',
    'Like New, Good and Fair grade the wear you can see. Certified Refurbished says that worn parts were replaced.',
  ],
  ['/shipping', 'What does shipping cost?', 'Rates, times and countries.'],
] as const;

export default function SupportPage() {
  const [sentCount, setSentCount] = useState(0);
  const conversations = useOwnConversations(sentCount);
  return (
    <TextPage
      title="Support"
      lead={({ supportHours }) =>
        `Our team knows the devices.${supportHours && ` Support hours: ${supportHours}.`}`
      }
    >
      {({ storeEmail, storePhone, storeAddress }) => (
        <>
          <TextSection title="Contact us">
            <dl className="border-line border-t">
              {storeEmail && (
                <ContactOption name="Email">
                  <a href={`mailto:${storeEmail}`} className="text-link">
                    {storeEmail}
                  </a>
                </ContactOption>
              )}
              {storePhone && (
                <ContactOption name="Phone">
                  <a href={telephone(storePhone)} className="text-link tabular">
                    {storePhone}
                  </a>
                </ContactOption>
              )}
              {storeAddress && <ContactOption name="Mail">{storeAddress}</ContactOption>}
            </dl>
            <p className="text-ink-muted text-sm">Have your order number ready; it begins with MJ.</p>
          </TextSection>
          {conversations.length > 0 && (
            <TextSection title="Your messages">
              <OwnConversations conversations={conversations} />
            </TextSection>
          )}
          <TextSection title="Write to us">
            <ContactForm onSent={() => setSentCount((count) => count + 1)} />
          </TextSection>
          <TextSection title="Common questions">
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

function ContactOption({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-x-8 border-line border-b py-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-ink-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
