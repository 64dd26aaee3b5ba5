import { splitIntroduction } from '@reprise/contract/foundations/notifications/mail-introductions';
import { Fragment, createElement as h } from 'react';
import { Text } from './elements.ts';
import { paragraph } from './mail-layout.ts';
import type { MailContent } from './mail-registry.ts';
import { unlinked } from './visitor-words.ts';

/** Paragraphs of an introduction with its words replaced. React escapes them, so no markup of the text has an effect. */
export function introductionParagraphs(introduction: string, content: MailContent, storeName: string) {
  const text = replaceWords(introduction, content, storeName);
  const paragraphs = text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return paragraphs.map((part, index) =>
    h(Text, { key: `introduction ${index}`, style: paragraph }, ...withLineBreaks(part)),
  );
}

function withLineBreaks(text: string) {
  return text.split(/\r?\n/).map((line, index) => h(Fragment, null, index > 0 && h('br'), line));
}

function replaceWords(introduction: string, content: MailContent, storeName: string): string {
  const order = 'order' in content ? content.order : undefined;
  const words: Record<string, string | undefined> = {
    store: storeName,
    name: order && unlinked(order.shippingAddress.firstName),
    order: order?.orderNumber,
  };
  const replaced = splitIntroduction(introduction).map((part, index) =>
    index % 2 === 1 ? (words[part] ?? '') : part,
  );
  return replaced.join('');
}
