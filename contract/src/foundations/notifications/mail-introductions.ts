import { z } from 'zod';
import { endpoints } from '../../endpoint.ts';
import { text } from '../../wire.ts';
import { type IntroducedMail, introducedMails, mailInfo } from './mail-kinds.ts';

export const maxIntroduction = 600;

/** Splits a text at words in braces; odd items are the words. */
export function splitIntroduction(introduction: string): string[] {
  return introduction.split(/\{([^{}]*)\}/);
}

/** Returns the words in braces that the mail does not know. */
export function unknownWords(kind: IntroducedMail, introduction: string): string[] {
  const known: readonly string[] = mailInfo[kind].introduction;
  return splitIntroduction(introduction).filter((word, index) => index % 2 === 1 && !known.includes(word));
}

const introduction = z
  .object({
    kind: z.enum(introducedMails),
    /** Plain text; '' without an introduction. A blank line begins a paragraph. */
    text: z.string(),
  })
  .meta({ id: 'MailIntroduction' });
export type MailIntroduction = z.output<typeof introduction>;

const params = z.object({ kind: z.enum(introducedMails) });
const body = z.object({ text: text(maxIntroduction) }).meta({ id: 'MailIntroductionInput' });

export const mailIntroductionEndpoints = endpoints({
  listMailIntroductions: {
    method: 'GET',
    path: '/notifications/introductions',
    summary: 'Introductions of mails to customers',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    response: z.object({ introductions: z.array(introduction) }),
  },
  setMailIntroduction: {
    method: 'PUT',
    path: '/notifications/introductions/:kind',
    summary: 'Set the introduction above the text of a mail, or remove it with a blank one',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'write',
    stepUp: true,
    params,
    body,
    response: z.object({ introduction }),
  },
  previewMailIntroduction: {
    method: 'POST',
    path: '/notifications/introductions/:kind/preview',
    summary: 'The mail with example data and this introduction, without sending it',
    access: 'admin',
    needs: 'texts.manage',
    rate: 'read',
    params,
    body,
    response: z.object({ mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }) }),
  },
});
