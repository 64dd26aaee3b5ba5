import {
  type MailIntroduction,
  unknownWords,
} from '@reprise/contract/foundations/notifications/mail-introductions';
import {
  type IntroducedMail,
  introducedMails,
  mailInfo,
} from '@reprise/contract/foundations/notifications/mail-kinds';
import { Problem } from '@reprise/contract/problem';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { readPublicSettings } from '../../settings/settings.queries.ts';
import { exampleMail } from '../mails/mail-registry.ts';
import { type RenderedMail, renderMail } from '../mails/render-mail.ts';
import { queueOwnerNotices } from '../security-notices.ts';
import { mailIntroductions } from './mail-introductions.tables.ts';

export async function listMailIntroductions(db: Queryable): Promise<MailIntroduction[]> {
  const rows = await db.select().from(mailIntroductions);
  const textOf = new Map(rows.map(({ kind, text }) => [kind, text]));
  return introducedMails.map((kind) => ({ kind, text: textOf.get(kind) ?? '' }));
}

/** Sets an introduction; a blank one removes it. The owners learn of a change, which customers read in the store's name. */
export async function setMailIntroduction(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  { kind, text }: MailIntroduction,
  actorId: string,
): Promise<MailIntroduction> {
  assertKnownWords(kind, text);
  const updatedAt = now();
  await inTransaction(db, async (tx) => {
    const [before] = await tx
      .select({ text: mailIntroductions.text })
      .from(mailIntroductions)
      .where(eq(mailIntroductions.kind, kind))
      .for('update');
    if (text === (before?.text ?? '')) return;
    if (text === '') await tx.delete(mailIntroductions).where(eq(mailIntroductions.kind, kind));
    else {
      await tx
        .insert(mailIntroductions)
        .values({ kind, text, updatedAt })
        .onConflictDoUpdate({ target: mailIntroductions.kind, set: { text, updatedAt } });
    }
    await recordAudit(tx, {
      actorId,
      action: 'change introduction',
      subject: `mail ${kind}`,
      before: { text: before?.text ?? '' },
      after: { text },
    });
    const detail = `the email “${mailInfo[kind].label}”`;
    const subject = `mail ${kind} ${updatedAt.getTime()}`;
    await queueOwnerNotices(tx, { jobs }, { notice: 'texts-changed', detail, subject, actorId }, updatedAt);
  });
  return { kind, text };
}

/** Removes an introduction that an owner knows nothing about; returns false if it was changed since. */
export async function removeReportedIntroduction(tx: Tx, kind: string, time: string): Promise<boolean> {
  const removed = await tx
    .delete(mailIntroductions)
    .where(
      and(
        eq(mailIntroductions.kind, kind as IntroducedMail),
        eq(mailIntroductions.updatedAt, new Date(Number(time))),
      ),
    )
    .returning({ kind: mailIntroductions.kind });
  return removed.length > 0;
}

/** Renders the mail with example data. */
export async function previewMailIntroduction(
  { db, environment }: Pick<Deps, 'db' | 'environment'>,
  { kind, text }: MailIntroduction,
): Promise<RenderedMail> {
  assertKnownWords(kind, text);
  return renderMail(exampleMail(kind), await readPublicSettings(db), environment.publicUrl, text);
}

function assertKnownWords(kind: IntroducedMail, text: string): void {
  const [unknown] = unknownWords(kind, text);
  if (unknown === undefined) return;
  const known = mailInfo[kind].introduction.map((word) => `{${word}}`).join(', ');
  const message = `This email does not know {${unknown}}. Use ${known}, or write it without braces.`;
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'text', message }] });
}
