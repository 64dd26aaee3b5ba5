import type { Deps } from '../../../deps.ts';

/** Returns the WebAuthn relying party id and the only accepted origin, both from PUBLIC_URL. */
export function relyingPartyOf({ publicUrl }: Deps['environment']): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}
