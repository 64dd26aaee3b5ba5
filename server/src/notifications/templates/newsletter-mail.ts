import { Column } from '@react-email/column';
import { Link, type LinkProps } from '@react-email/link';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { sharedAddress, shareSize } from '@reprise/contract/catalog/shared-image';
import { cents, formatMoney } from '@reprise/contract/money';
import { discountPercent } from '@reprise/contract/orders/pricing';
import type { PublicSettings } from '@reprise/contract/settings';
import { createElement as h } from 'react';
import { formatDay } from './format-day.ts';
import { readableUnderWhite } from './mail-color.ts';
import type { MailedDeal } from './mail-content.ts';
import { hairline, ink, inkMuted, type MailParts, paragraph, quiet, quietLink } from './mail-layout.ts';

type Newsletter = { deals: MailedDeal[]; asOf: string; unsubscribeLink: string };

/** The largest savings in the shop, for those who asked for them. */
export function newsletterMail(
  { deals, asOf, unsubscribeLink }: Newsletter,
  store: PublicSettings,
  publicUrl: string,
) {
  const [best] = deals;
  const lead =
    deals.length === 1
      ? 'One device in the shop costs less than its original price this week.'
      : `The ${deals.length} largest savings in the shop this week, one of each device, the largest first.`;
  const parts: MailParts = {
    preview: lead,
    heading: "This week's deals",
    children: [
      h(Text, { key: 'lead', style: paragraph }, lead),
      ...deals.map((deal) => h(Deal, { key: deal.slug, deal, accent: store.accentColor, publicUrl })),
      h(
        Text,
        { key: 'as-of', style: { ...quiet, margin: '16px 0 8px' } },
        `Prices and stock are those of ${formatDay(asOf)}. Nothing is set aside: the first to order has it.`,
      ),
    ],
    action: { label: 'See all deals', href: `${publicUrl}/deals` },
    note: [
      `You get this mail once a week because you asked for it in your account at ${store.storeName}. `,
      h(Link, { key: 'end', href: unsubscribeLink, style: quietLink }, 'Unsubscribe'),
    ],
  };
  const subject = best
    ? `This week's deals: ${best.name} for ${formatMoney(best.price)}`
    : "This week's deals";
  return { subject, parts };
}

const pictureWidth = 132;
const pictureHeight = Math.round((pictureWidth * shareSize.height) / shareSize.width);

type DealProps = { deal: MailedDeal; accent: string; publicUrl: string };

function Deal({ deal, accent, publicUrl }: DealProps) {
  const { name, slug, image, condition, price, originalPrice } = deal;
  const href = `${publicUrl}/product/${slug}`;
  const top = { verticalAlign: 'top' };
  return h(
    Section,
    { style: { borderTop: hairline, padding: '14px 0' } },
    h(
      Row,
      null,
      h(
        Column,
        { style: { ...top, width: `${pictureWidth + 16}px` } },
        // Plain text has the address once, with the name.
        image &&
          h(
            Link,
            { href, style: { color: ink }, 'data-skip-in-text': 'true' } as LinkProps,
            h(Picture, { src: imageUrl(image, publicUrl) }),
          ),
      ),
      h(
        Column,
        { style: top },
        h(
          Text,
          { style: { ...line, fontWeight: 600 } },
          h(Link, { href, style: { color: ink, textDecoration: 'none' } }, name),
        ),
        h(Text, { style: { ...line, color: inkMuted, fontSize: '14px' } }, conditionLabels[condition]),
        h(
          Text,
          { style: { ...line, margin: '4px 0 0' } },
          h('strong', { style: { color: ink } }, formatMoney(price)),
          ' ',
          h('s', { style: { color: inkMuted, fontSize: '14px' } }, formatMoney(originalPrice)),
          ' ',
          h(Saving, { deal, accent }),
        ),
      ),
    ),
  );
}

const line = { color: ink, fontSize: '16px', lineHeight: '22px', margin: '0' };

/** The name beside it says what is in it. */
function Picture({ src }: { src: string }) {
  const style = { border: 'none', borderRadius: '6px', display: 'block' };
  return h('img', { src, alt: '', width: pictureWidth, height: pictureHeight, style });
}

function Saving({ deal: { price, originalPrice }, accent }: { deal: MailedDeal; accent: string }) {
  const style = {
    backgroundColor: readableUnderWhite(accent),
    borderRadius: '4px',
    color: '#ffffff',
    fontSize: '13px',
    fontWeight: 600,
    padding: '1px 6px',
    whiteSpace: 'nowrap' as const,
  };
  const saved = formatMoney(cents(originalPrice - price));
  return h('span', { style }, `Save ${saved} (${discountPercent(price, originalPrice)}%)`);
}

/** Mail programs show no drawings: they get the form in which pictures are shared. */
function imageUrl(image: string, publicUrl: string): string {
  const address = sharedAddress(image);
  return address.startsWith('/') ? publicUrl + address : address;
}
