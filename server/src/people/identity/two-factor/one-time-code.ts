import { Secret, TOTP } from 'otpauth';

const periodSeconds = 30;

/** Returns a secret for an authenticator app: 160 random bits in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the otpauth URI for the QR code. */
export function totpUri(secret: string, storeName: string, email: string): string {
  return new TOTP({ ...settingsOf(secret), issuer: storeName, label: email }).toString();
}

/** Returns the TOTP time step of a code, the current one or an adjacent one; null for a wrong code. */
export function timeStepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = new TOTP(settingsOf(secret)).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

const settingsOf = (secret: string) => ({
  secret: Secret.fromBase32(secret),
  digits: 6,
  period: periodSeconds,
  algorithm: 'SHA1',
});
