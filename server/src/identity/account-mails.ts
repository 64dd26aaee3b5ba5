import { eq } from 'drizzle-orm';
import type { MailReaders } from '../notifications/mail-requests.ts';
import type { Deps } from '../platform/deps.ts';
import { users } from './identity.tables.ts';
import { type MailedPurpose, readMailedProof, tokenLink } from './mailed-proof.ts';

type TokenKind = Extract<keyof MailReaders, MailedPurpose>;

/** Reads the mails with a link that works once; null where the link was withdrawn or used before it was sent. */
export function accountMailReaders(
  deps: Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>,
): Pick<MailReaders, TokenKind> {
  const read = async <Kind extends TokenKind>({ kind, eventKey, tokenId }: TokenRequest<Kind>) => {
    const proof = await readMailedProof(deps, kind, tokenId);
    if (!proof) return null;
    const [user] = await deps.db
      .select({ to: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, proof.userId));
    if (!user) return null;
    const link = tokenLink(deps.environment.publicUrl, kind, proof.token);
    return { kind, eventKey, ...user, link };
  };
  return { 'password-reset': read, invitation: read, 'verify-email': read };
}

type TokenRequest<Kind> = { kind: Kind; eventKey: string; tokenId: string };
