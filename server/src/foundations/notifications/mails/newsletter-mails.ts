import { newPriceText, newSaving, saleSaving } from '@reprise/contract/catalog/products/compared-prices';
import { conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import { cents, formatMoney } from '@reprise/contract/money';
import { Fragment, createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, exampleLink, type MailDesign } from './define-mail.ts';
import { Column, Link, Row, Section, Text } from './elements.ts';
import { formatDay } from './format-day.ts';
import { readableUnderWhite } from './mail-color.ts';
import { hairline, ink, inkMuted, type MailParts, paragraph, quiet, quietLink } from './mail-layout.ts';
import { amount } from './mailed-order.ts';
import { ProductImage } from './product-image.ts';

/** The parts of a product that the newsletter shows. */
const mailedDeal = z.object({
  name: z.string(),
  slug: z.string(),
  /** Image path or URL; null when the product has no image. */
  image: z.string().nullable(),
  condition: z.enum(conditions),
  price: amount,
  originalPrice: amount.nullable(),
  // Absent in mails from before they were shown.
  newPriceDate: z.string().nullish(),
  formerPrice: amount.nullish(),
});
export type MailedDeal = z.output<typeof mailedDeal>;

const content = {
  deals: z.array(mailedDeal),
  /** Time of the prices and stock. */
  asOf: z.string(),
  /** Secret link that unsubscribes. */
  unsubscribeLink: z.string(),
  /** True for a preview requested by an administrator, sent even when newsletters are off. */
  asked: z.boolean().optional(),
};
type Newsletter = z.output<z.ZodObject<typeof content>>;

const example: Newsletter = {
  deals: [
    {
      name: 'iPhone 13 128 GB',
      slug: 'example',
      image: null,
      condition: 'excellent',
      price: cents(49_900),
      originalPrice: cents(69_900),
      newPriceDate: '2021-09',
      formerPrice: null,
    },
  ],
  asOf: '2026-12-02T12:00:00.000Z',
  unsubscribeLink: exampleLink,
};

export const newsletterMails = {
  newsletter: defineMail({
    content,
    request: null,
    owner: 'address',
    toggles: ['marketingEmails'],
    budget: null,
    secretLink: ({ unsubscribeLink }) => unsubscribeLink,
    example,
    render: newsletter,
  }),
};

/** Weekly mail with the first deals, for subscribers. */
function newsletter({ deals, asOf, unsubscribeLink }: Newsletter, { store, publicUrl }: MailDesign) {
  const [best] = deals;
  const lead =
    deals.length === 1
      ? 'One deal in the shop this week.'
      : `${deals.length} deals in the shop this week, one of each device: our sales first, then the best savings against new.`;
  const parts: MailParts = {
    preview: lead,
    heading: "This week's deals",
    children: [
      h(Text, { key: 'lead', style: paragraph }, lead),
      ...deals.map((deal) => h(Deal, { key: deal.slug, deal, accent: store.accentColor, publicUrl })),
      h(
        Text,
        { key: 'as-of', style: { ...quiet, margin: '16px 0 8px' } },
        `Prices and stock are those of ${formatDay(asOf)}. Products are not reserved: first come, first served.`,
      ),
    ],
    action: { label: 'See all deals', href: `${publicUrl}/deals` },
    note: [
      `You receive this weekly email because you subscribed in your account at ${store.storeName}. `,
      h(Link, { key: 'end', href: unsubscribeLink, style: quietLink }, 'Unsubscribe'),
    ],
  };
  const subject = best
    ? `This week's deals: ${best.name} for ${formatMoney(best.price)}`
    : "This week's deals";
  return { subject, parts };
}

const imageWidth = 132;

type DealProps = { deal: MailedDeal; accent: string; publicUrl: string };

function Deal({ deal, accent, publicUrl }: DealProps) {
  const { name, slug, image, condition, price } = deal;
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
        { style: { ...top, width: `${imageWidth + 16}px` } },
        // Skipped in plain text, where the name already has this link.
        image &&
          h(
            Link,
            { href, style: { color: ink }, 'data-skip-in-text': 'true' },
            // The name of the product is beside the image.
            h(ProductImage, { image, alt: '', width: imageWidth, publicUrl }),
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
          h(Savings, { deal, accent }),
        ),
      ),
    ),
  );
}

const line = { color: ink, fontSize: '16px', lineHeight: '22px', margin: '0' };

/** Shows the saving of a sale on its price before, else that against new. */
function Savings({ deal, accent }: { deal: MailedDeal; accent: string }) {
  const sale = saleSaving(deal);
  const saving = sale ?? newSaving(deal);
  const style = {
    backgroundColor: readableUnderWhite(accent),
    borderRadius: '4px',
    color: '#ffffff',
    fontSize: '13px',
    fontWeight: 600,
    padding: '1px 6px',
    whiteSpace: 'nowrap' as const,
  };
  const quietText = { color: inkMuted, fontSize: '14px' };
  return h(
    Fragment,
    null,
    sale && h('span', { style: quietText }, ' before ', h('s', null, formatMoney(sale.former))),
    !sale && saving && h('span', { style: quietText }, ` ${newPriceText(deal)}`),
    saving && ' ',
    saving &&
      h(
        'span',
        { style },
        `Save ${formatMoney(saving.amount)} (${saving.percent}%)${sale ? '' : ' against new'}`,
      ),
  );
}
