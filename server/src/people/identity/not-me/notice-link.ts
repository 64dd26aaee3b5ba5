import type { Deps } from '../../../deps.ts';
import { findOpenNotice } from '../../../foundations/notifications/security-notices.ts';
import { idOfSigned, signedId } from '../../../platform/crypto/signed-id.ts';

const purpose = 'not me';

/** Returns the link of a notice; undefined once it was used or has expired. */
export async function readNoticeLink(
  { db, secret, now, environment }: Pick<Deps, 'db' | 'secret' | 'now' | 'environment'>,
  id: string,
): Promise<string | undefined> {
  if (!(await findOpenNotice(db, id, now()))) return undefined;
  return `${environment.publicUrl}/not-me#token=${signedId(secret, purpose, id)}`;
}

/** Returns the id of the notice whose link has this token; null for an invalid one. */
export function noticeIdOf({ secret }: Pick<Deps, 'secret'>, token: string): string | null {
  return idOfSigned(secret, purpose, token);
}
