import { logoSize } from '@reprise/contract/foundations/logo-size';
import type { Logo, PublicSettings } from '@reprise/contract/foundations/settings';
import { createElement as h, type ReactNode } from 'react';
import { Body, Button, Divider, Link, Preview, Section, Text } from './elements.ts';
import { readableUnderWhite } from './mail-color.ts';

// The shop's colors as literals, because mail clients do not support custom properties.
export const ink = '#1d232c';
export const inkMuted = '#565d68';
const paper = '#faf7f1';
const raised = '#fffdf9';
const line = '#e4ddd0';
export const hairline = `1px solid ${line}`;
const family = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif";

const dark = { paper: '#10141a', raised: '#181d25', ink: '#ece8e0', inkMuted: '#a8afba', line: '#2c333e' };

/** Dark mode for mail clients that support it: maps each inline color to its dark counterpart. */
const darkStyle = `@media (prefers-color-scheme: dark) {
  body, [style*="${paper}"] { background-color: ${dark.paper} !important; }
  [style*="${raised}"] { background-color: ${dark.raised} !important; }
  [style*="color:${ink}"] { color: ${dark.ink} !important; }
  [style*="color:${inkMuted}"] { color: ${dark.inkMuted} !important; }
  [style*="${line}"] { border-color: ${dark.line} !important; }
}`;

const darkLogoStyle = `
@media (prefers-color-scheme: dark) {
  .logo-light { display: none !important; }
  .logo-dark { display: block !important; }
}`;

export const paragraph = { color: ink, fontSize: '16px', lineHeight: '26px', margin: '0 0 16px' };
export const quiet = { color: inkMuted, fontSize: '14px', lineHeight: '22px', margin: '0 0 8px' };

/** Link within small print. */
export const quietLink = { color: inkMuted, textDecoration: 'underline' };

export type MailParts = {
  /** Preview text that mail clients show beside the subject. */
  preview: string;
  heading: string;
  children: ReactNode;
  /** The main button. */
  action?: { label: string; href: string };
  /** Small print below the action. */
  note?: ReactNode;
};

type MailLayoutProps = { store: PublicSettings; publicUrl: string; parts: MailParts };

export function MailLayout({ store, publicUrl, parts }: MailLayoutProps) {
  return h(
    'html',
    { lang: 'en', dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'x-apple-disable-message-reformatting' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('style', null, store.logo?.dark ? darkStyle + darkLogoStyle : darkStyle),
    ),
    h(Preview, null, parts.preview),
    h(
      Body,
      { style: { backgroundColor: paper, fontFamily: family, margin: '0', padding: '32px 12px' } },
      h(
        Section,
        { style: { maxWidth: '560px', margin: '0 auto' } },
        h(StoreMark, { store, publicUrl }),
        h(
          Section,
          {
            style: { backgroundColor: raised, border: hairline, borderRadius: '12px', padding: '32px 28px' },
          },
          h('h1', { style: headingStyle }, parts.heading),
          parts.children,
          parts.action && h(Action, { ...parts.action, color: store.primaryColor }),
          parts.note && h(Text, { style: { ...quiet, margin: '20px 0 0' } }, parts.note),
        ),
        h(Footer, { store }),
      ),
    ),
  );
}

/** Logo of the store, or its name. */
function StoreMark({ store: { logo, storeName }, publicUrl }: Pick<MailLayoutProps, 'store' | 'publicUrl'>) {
  const style = { ...paragraph, fontWeight: 600, margin: '0 0 16px' };
  if (!logo) return h(Text, { style }, storeName);
  const image = ({ url, width, height }: Logo['light'], className: string, hiding: object) => {
    const size = logoSize({ width, height });
    const box = { ...size, border: '0', ...hiding };
    return h('img', { src: publicUrl + url, alt: storeName, ...size, className, style: box });
  };
  return h(
    Section,
    { style },
    image(logo.light, 'logo-light', { display: 'block' }),
    // Outlook ignores `display`.
    logo.dark && image(logo.dark, 'logo-dark', { display: 'none', msoHide: 'all' }),
  );
}

const headingStyle = {
  color: ink,
  fontSize: '24px',
  lineHeight: '30px',
  fontWeight: 600,
  letterSpacing: '-0.01em',
  margin: '0 0 16px',
};

function Action({ label, href, color }: { label: string; href: string; color: string }) {
  const textStyle = { color: '#ffffff', fontSize: '16px', fontWeight: 600 };
  const button = { href, color: readableUnderWhite(color), textStyle, label };
  return h(Section, { style: { paddingTop: '8px' } }, h(Button, button));
}

function Footer({ store }: { store: PublicSettings }) {
  const small = { ...quiet, fontSize: '13px', lineHeight: '20px', margin: '0' };
  return h(
    Section,
    { style: { padding: '8px 4px 0' } },
    h(Divider, { style: { borderTop: hairline, margin: '16px 0' } }),
    h(Text, { style: small }, [store.storeName, store.storeAddress].filter(Boolean).join(', ')),
    h(
      Text,
      { style: small },
      'Questions? Write to ',
      h(Link, { href: `mailto:${store.storeEmail}`, style: quietLink }, store.storeEmail),
      store.storePhone ? ` or call ${store.storePhone}.` : '.',
    ),
  );
}
