import { recordAuditOnce } from '../../../foundations/audit/record-audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { networkPrefix } from '../../../platform/http/network-prefix.ts';
import { hourMs } from '../../../platform/time.ts';
import { deviceName } from './device-name.ts';
import type { Client } from './open-session.ts';

/** Audits a failed sign-in, never with the entered values: an email field may contain a password. */
export async function recordFailedSignIn(
  tx: Tx,
  userId: string | null,
  reason: string,
  { ip, userAgent }: Client,
  now: Date,
): Promise<void> {
  const subject = userId ? `user ${userId}` : 'sign-in';
  const after = { why: reason, from: networkPrefix(ip), device: deviceName(userAgent) };
  // One entry per hour, account, network and reason, so that guessing does not fill the disk.
  const hour = Math.floor(now.getTime() / hourMs);
  const key = JSON.stringify([reason, after.from, hour]);
  await recordAuditOnce(tx, key, { actorId: null, action: 'refuse sign-in', subject, after });
}
