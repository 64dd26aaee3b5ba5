import { setStoreFormat } from '@reprise/contract/formats';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { compile } from 'html-to-text';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { MailDesign } from './define-mail.ts';
import { introductionParagraphs } from './introduction.ts';
import { MailLayout } from './mail-layout.ts';
import { definitionOf, type MailContent } from './mail-registry.ts';

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
type Design = MailDesign & { introduction: string };

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
  setStoreFormat(store.format);
  const { subject, parts: builtIn } = definitionOf(request.kind).render(request, { store, publicUrl });
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

/** Returns the text as one line: a line break in a name must not inject a header. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
}
