import type { Deps } from '../../deps.ts';

/** The host that passkeys belong to and the only origin they are used from; both follow from PUBLIC_URL. */
export function relyingPartyOf({ publicUrl }: Deps['environment']): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}
