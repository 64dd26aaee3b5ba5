import type { PublicSettings } from '@reprise/contract/settings';
import { compile } from 'html-to-text';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  emailChangeMail,
  emailInUseMail,
  invitationMail,
  passwordResetMail,
  signInAttemptsMail,
  signInLinkMail,
  verifyEmailMail,
} from './account-mail.ts';
import { alertSetMail, backInStockMail, priceDropMail } from './alert-mail.ts';
import { disputeMail } from './dispute-mail.ts';
import { introductionParagraphs } from './introduction.ts';
import { lowStockMail } from './low-stock-mail.ts';
import type { MailContent } from './mail-content.ts';
import { MailLayout, type MailParts } from './mail-layout.ts';
import { newOrderMail } from './new-order-mail.ts';
import { newsletterMail } from './newsletter-mail.ts';
import { orderMail, orderUpdatesMail } from './order-mail.ts';
import { privacyRequestMail } from './privacy-mail.ts';
import { securityMail } from './security-mail.ts';
import { supportMessageMail, supportReceivedMail, supportReplyMail } from './support-mail.ts';
import { testMail } from './test-mail.ts';
import { unitShortMail } from './unit-short-mail.ts';

export type RenderedMail = { subject: string; html: string; text: string };

/** Renders a mail with the store's name and colors, as HTML and plain text, below its own introduction if it has one. */
export async function renderMail(
  request: MailContent,
  store: PublicSettings,
  publicUrl: string,
  introduction = '',
): Promise<RenderedMail> {
  const design = { store, publicUrl, introduction };
  return request.kind === 'newsletter' ? renderCampaign(request, design) : renderContent(request, design);
}

/** Appearance of all mails and the introduction of one kind. */
type Design = { store: PublicSettings; publicUrl: string; introduction: string };

type NewsletterContent = Extract<MailContent, { kind: 'newsletter' }>;

const linkPlaceholder = 'https://unsubscribe.invalid/own';
let lastCampaign: { key: string; mail: RenderedMail } | undefined;

/** Renders a newsletter campaign once and inserts the unsubscribe link per recipient. */
async function renderCampaign(request: NewsletterContent, design: Design): Promise<RenderedMail> {
  const { deals, asOf, unsubscribeLink } = request;
  const key = JSON.stringify({ deals, asOf, design });
  if (lastCampaign?.key !== key) {
    const mail = await renderContent({ ...request, unsubscribeLink: linkPlaceholder }, design);
    lastCampaign = { key, mail };
  }
  const { subject, html, text } = lastCampaign.mail;
  const insertLink = (rendered: string) => rendered.replaceAll(linkPlaceholder, () => unsubscribeLink);
  return { subject, html: insertLink(html), text: insertLink(text) };
}

async function renderContent(
  request: MailContent,
  { store, publicUrl, introduction }: Design,
): Promise<RenderedMail> {
  const { subject, parts: builtIn } = contentOf(request, store, publicUrl);
  const own = introductionParagraphs(introduction, request, store.storeName);
  const parts =
    own.length > 0
      ? { ...builtIn, children: createElement(Fragment, null, ...own, builtIn.children) }
      : builtIn;
  const html = doctype + renderToStaticMarkup(createElement(MailLayout, { store, publicUrl, parts }));
  return { subject: oneLine(subject), html, text: toText(html) };
}

// Mail clients lay out documents without one in quirks mode, and the old ones know no other.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const toText = compile({
  wordwrap: false,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
});

function contentOf(
  request: MailContent,
  store: PublicSettings,
  publicUrl: string,
): { subject: string; parts: MailParts } {
  switch (request.kind) {
    case 'password-reset':
      return passwordResetMail(request, store.storeName);
    case 'invitation':
      return invitationMail(request, store.storeName);
    case 'verify-email':
      return verifyEmailMail(request, store.storeName);
    case 'email-change':
      return emailChangeMail(request, store.storeName);
    case 'email-in-use':
      return emailInUseMail(store.storeName);
    case 'sign-in-link':
      return signInLinkMail(request, store.storeName);
    case 'sign-in-attempts':
      return signInAttemptsMail(store.storeName, publicUrl);
    case 'security-notice':
      return securityMail(request, store.storeName, publicUrl);
    case 'back-in-stock':
      return backInStockMail(request.product, publicUrl);
    case 'price-drop':
      return priceDropMail(request.product, publicUrl);
    case 'alert-set':
      return alertSetMail(request, publicUrl);
    case 'newsletter':
      return newsletterMail(request, store, publicUrl);
    case 'support-message':
      return supportMessageMail(request);
    case 'support-received':
      return supportReceivedMail(store);
    case 'support-reply':
      return supportReplyMail(request, store, publicUrl);
    case 'test':
      return testMail(store, publicUrl);
    case 'low-stock':
      return lowStockMail(request.product, publicUrl);
    case 'unit-short':
      return unitShortMail(request, publicUrl);
    case 'new-order':
      return newOrderMail(request, publicUrl);
    case 'dispute':
      return disputeMail(request);
    case 'order-updates':
      return orderUpdatesMail(request, publicUrl);
    case 'privacy-request':
      return privacyRequestMail(request, store.storeName);
    case 'order-refunded':
    case 'order-edited':
      return orderMail(request.kind, { ...request.order, refund: request.refund }, publicUrl);
    default:
      return orderMail(request.kind, request.order, publicUrl);
  }
}

/** Returns the text as one line: a line break in a name must not inject a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
