import { recordAudit } from '../platform/audit.ts';
import type { Tx } from '../platform/database.ts';
import { networkOf } from '../platform/network-of.ts';
import { deviceName } from './device-name.ts';
import type { Client } from './open-session.ts';

/** Keeps what the attempt tells about itself; never what was typed, which may be somebody's password. */
export async function recordRefusedSignIn(
  tx: Tx,
  userId: string | null,
  why: string,
  { ip, userAgent }: Client,
): Promise<void> {
  const subject = userId ? `user ${userId}` : 'sign-in';
  const after = { why, from: networkOf(ip), device: deviceName(userAgent) };
  await recordAudit(tx, { actorId: null, action: 'refuse sign-in', subject, after });
}
