import { withdrawalCountries, withdrawalDays } from '@reprise/contract/sales/returns/withdrawal-right';
import { Link } from 'react-router';
import { apiContext } from '../../api/server-api.ts';
import { cacheable } from '../../rendering/cacheable-page.ts';
import { pageMeta } from '../../rendering/page-meta.ts';
import type { Route } from './+types/returns-page';
import { returnSentences } from './return-words.ts';
import { ContactLine, days, TextPage, TextSection } from './text-page.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const { blocks } = await context.get(apiContext).getPageText({ params: { page: 'returns' } });
  const { policies } = await context.get(apiContext).getReturnPolicies();
  return { own: blocks, policy: returnSentences(policies) };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Returns',
    description: 'How long you can return a device, how to return it and how you are refunded.',
    path: '/returns',
  });

export default function ReturnsPage({ loaderData }: Route.ComponentProps) {
  const { policy } = loaderData;
  return (
    <TextPage title="Returns" own={loaderData.own} lead={() => policy.lead}>
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
              and choose “Return or repair”. Or contact us with the order number and the device:{' '}
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
            {policy.costs !== null && <p>If you changed your mind: {policy.costs}</p>}
          </TextSection>
          {settings.shipTo.some((country) => withdrawalCountries.includes(country)) && (
            <TextSection title="Withdrawal">
              <p>
                Customers in the European Union and the United Kingdom can withdraw from the contract within{' '}
                {withdrawalDays} days of delivery, without a reason.{' '}
                <Link to="/withdraw" className="text-link">
                  Withdraw from contract here
                </Link>
              </p>
            </TextSection>
          )}
          {policy.exceptions.length > 0 && (
            <TextSection title="Other terms">
              <ul>
                {policy.exceptions.map(([category, sentence]) => (
                  <li key={category}>
                    <strong className="font-semibold">{category}:</strong> {sentence}
                  </li>
                ))}
              </ul>
            </TextSection>
          )}
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
              also applies
              {settings.returnDays > 0 && `, and it may last longer than ${days(settings.returnDays)}`}.
            </p>
          </TextSection>
        </>
      )}
    </TextPage>
  );
}
