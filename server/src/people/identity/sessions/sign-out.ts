import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { sessions } from '../identity.tables.ts';
import { tokenHash } from './token-hash.ts';

/** Ends the session of this token; does nothing without one, or if the session has ended. */
export async function signOut(deps: Pick<Deps, 'db'>, token: string | null): Promise<void> {
  if (!token) return;
  await deps.db.delete(sessions).where(eq(sessions.token, tokenHash(token)));
}
