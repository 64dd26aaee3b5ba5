import { recordAuditOnce } from '../../audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { networkPrefix } from '../../platform/http/network-prefix.ts';
import { deviceName } from './device-name.ts';
import type { Client } from './open-session.ts';

/** Keeps what the attempt tells about itself; never what was typed, which may be somebody's password. */
export async function recordFailedSignIn(
  tx: Tx,
  userId: string | null,
  why: string,
  { ip, userAgent }: Client,
  now: Date,
): Promise<void> {
  const subject = userId ? `user ${userId}` : 'sign-in';
  const after = { why, from: networkPrefix(ip), device: deviceName(userAgent) };
  // One entry an hour for each account, network and reason: guessing does not fill the disk.
  const hour = Math.floor(now.getTime() / 3_600_000);
  const key = JSON.stringify([why, after.from, hour]);
  await recordAuditOnce(tx, key, { actorId: null, action: 'refuse sign-in', subject, after });
}
