import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { sessions } from '../identity.tables.ts';
import { tokenHash } from './token-hash.ts';

/** Ends the session of this token; a token that is dead already, or none, is fine. */
export async function signOut(deps: Pick<Deps, 'db'>, token: string | null): Promise<void> {
  if (!token) return;
  await deps.db.delete(sessions).where(eq(sessions.token, tokenHash(token)));
}
