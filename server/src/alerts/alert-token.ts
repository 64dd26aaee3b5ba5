import { createHmac, timingSafeEqual } from 'node:crypto';

/** What ends an alert: follows from its id, so nothing is stored, and works once because the alert goes with it. */
export function alertToken(secret: string, alertId: string): string {
  return `${alertId}.${createHmac('sha256', secret).update(`alert ${alertId}`).digest('base64url')}`;
}

/** The alert that a token ends; null for one that we did not make. */
export function alertOfToken(secret: string, token: string): string | null {
  const [alertId = ''] = token.split('.', 1);
  const right = Buffer.from(alertToken(secret, alertId));
  const given = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right) ? alertId : null;
}
