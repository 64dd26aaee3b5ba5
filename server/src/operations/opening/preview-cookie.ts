import type { Deps } from '../../deps.ts';
import { idOfSigned, signedId } from '../../platform/crypto/signed-id.ts';
import { dayMs, secondMs } from '../../platform/time.ts';

const name = 'reprise_preview';
const validMs = 7 * dayMs;

type CookieDeps = Pick<Deps, 'now' | 'secret' | 'environment'>;

/** The signature includes the address, because two shops may have the same APP_SECRET. */
const purposeOf = ({ environment }: CookieDeps) => `preview of ${environment.publicUrl}`;

/** Returns the Set-Cookie header that lets a browser see the pages of an unopened shop for a week. */
export function createPreviewCookie(deps: CookieDeps): string {
  const value = signedId(deps.secret, purposeOf(deps), String(deps.now().getTime() + validMs));
  const attributes = [`Max-Age=${validMs / secondMs}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  if (deps.environment.publicUrl.startsWith('https:')) attributes.push('Secure');
  return [`${name}=${value}`, ...attributes].join('; ');
}

/** Returns true if one of the cookies is a preview cookie of this shop that has not expired. */
export function hasPreviewCookie(deps: CookieDeps, cookies: string | undefined): boolean {
  if (cookies === undefined) return false;
  return cookies.split(';').some((cookie) => {
    const [key = '', value = ''] = cookie.trim().split('=', 2);
    if (key !== name) return false;
    const expiresAt = idOfSigned(deps.secret, purposeOf(deps), value);
    return expiresAt !== null && Number(expiresAt) > deps.now().getTime();
  });
}
