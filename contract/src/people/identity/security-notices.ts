/** Notices of a change to the safety of an account or the store. */
export const securityNotices = [
  'new-device',
  'password-changed',
  'email-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'api-token-added',
  'factors-reset',
  'changed-by-staff',
  'staff-added',
  'payment-keys-changed',
  'mail-server-changed',
  'webhook-added',
  'webhook-stopped',
  'texts-changed',
] as const;
export type SecurityNotice = (typeof securityNotices)[number];
