import { Link } from 'react-router';
import { useStoreName, useStoreSettings } from '../../foundations/settings/store-settings.ts';
import { appVersion } from '../../version.ts';
import { Wordmark } from '../wordmark.tsx';

const groups = [
  {
    title: 'Shop',
    links: [
      ['All products', '/products'],
      ['Categories', '/categories'],
      ['Deals', '/deals'],
      ['Cart', '/cart'],
      ['Track an order', '/track'],
    ],
  },
  {
    title: 'Help',
    links: [
      ['Support', '/support'],
      ['Shipping', '/shipping'],
      ['Returns', '/returns'],
      ['Warranty', '/warranty'],
      ['Grades and tests', '/grading'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Cookies', '/cookies'],
    ],
  },
] as const;

export function Footer() {
  const settings = useStoreSettings();
  return (
    <footer data-site className="border-line border-t bg-sunken">
      <div className="page-width grid grid-cols-2 gap-x-6 gap-y-10 py-12 sm:grid-cols-3 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full md:col-span-1">
          <Wordmark />
          {settings && <Contact {...settings} />}
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="caption">{title}</h2>
            <ul className="mt-2">
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link to={to} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="page-width border-line pb-6 text-ink-muted text-xs">
        {useStoreName()} <span className="tabular">{appVersion}</span>
      </p>
    </footer>
  );
}

type ContactProps = {
  storeDescription: string;
  storeEmail: string;
  storePhone: string;
  storeAddress: string;
};

function Contact({ storeDescription, storeEmail, storePhone, storeAddress }: ContactProps) {
  return (
    <div className="mt-3 max-w-[36ch] text-ink-muted text-sm">
      <p>{storeDescription}</p>
      <address className="mt-4 grid gap-0.5 not-italic">
        {storeEmail && (
          <a href={`mailto:${storeEmail}`} className="justify-self-start hover:text-ink hover:underline">
            {storeEmail}
          </a>
        )}
        {storePhone && (
          <a
            href={`tel:${storePhone.replace(/[^+\d]/g, '')}`}
            className="tabular justify-self-start hover:text-ink"
          >
            {storePhone}
          </a>
        )}
        {storeAddress && <span>{storeAddress}</span>}
      </address>
    </div>
  );
}
