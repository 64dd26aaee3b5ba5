import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;

/** A secret for an authenticator app, 160 random bits in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** URI in the QR code that the authenticator app scans. */
export function totpAddress(secret: string, storeName: string, email: string): string {
  return new TOTP({ ...settingsOf(secret), issuer: storeName, label: email }).toString();
}

/** The half minute this six-digit code belongs to, the current one or a neighbour; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP(settingsOf(secret)).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

const settingsOf = (secret: string) => ({
  secret: Secret.fromBase32(secret),
  digits: 6,
  period: periodSeconds,
  algorithm: 'SHA1',
});
