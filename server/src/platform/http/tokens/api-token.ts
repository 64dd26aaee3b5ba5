import { Problem } from '@reprise/contract/problem';

/** A fixed beginning and length let secret scanners find tokens in repositories and logs. */
export const apiTokenStart = 'reprise_';
const inText = /reprise_[0-9a-f]{48}/;
const whole = /^reprise_[0-9a-f]{48}$/;

/** True for text with the form of an API token. */
export function isApiToken(text: string | null): text is string {
  return text !== null && whole.test(text);
}

/** Throws for an API token in a URL, which proxies, logs and browser histories keep. */
export function assertNoTokenInUrl(url: string): void {
  if (!url.includes(apiTokenStart) || !inText.test(url)) return;
  throw new Problem(
    'VALIDATION_ERROR',
    'Never put an API token into a URL. Revoke this one and send the new one in the Authorization header.',
  );
}
