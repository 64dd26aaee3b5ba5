import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/database/new-id.ts';
import type { CallContext } from '../../../platform/http/endpoint.ts';
import { isUntrustedProxy } from '../../../platform/http/network-prefix.ts';
import { knownDevices } from '../identity.tables.ts';
import { tokenHash } from './token-hash.ts';

/** Device of a sign-in: its network prefix, and the device token that its browser stored at an earlier sign-in. */
export type Device = Pick<CallContext, 'network'> & { deviceToken?: string | undefined };

type Kind = (typeof knownDevices.$inferSelect)['kind'];

/** Limit per user and kind; the least recently used are deleted. */
const maxKnown = 20;

/** Returns true if this user has signed in from the device's network or with its token before. */
export async function isKnownDevice(db: Queryable, userId: string, device: Device): Promise<boolean> {
  const traits = traitsOf(userId, device);
  if (traits.length === 0) return false;
  const isKnown = and(eq(knownDevices.userId, userId), or(...traits.map(isTrait)));
  return (await db.$count(knownDevices, isKnown)) > 0;
}

/**
 * Stores the device of a successful sign-in and returns its token. A browser reuses the token of another account, so
 * that accounts sharing a browser do not replace each other's.
 */
export async function rememberDevice(tx: Tx, userId: string, device: Device, now: Date): Promise<string> {
  const deviceToken = isDeviceToken(device.deviceToken) ? device.deviceToken : randomToken(32);
  const traits = traitsOf(userId, { ...device, deviceToken });
  await tx
    .insert(knownDevices)
    .values(traits.map((trait) => ({ userId, ...trait, lastUsedAt: now })))
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.kind, knownDevices.value],
      set: { lastUsedAt: now },
    });
  for (const { kind } of traits) await forgetOldest(tx, userId, kind);
  return deviceToken;
}

export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.delete(knownDevices).where(eq(knownDevices.userId, userId));
}

type Trait = { kind: Kind; value: string };

/** Returns what tells a device apart; the address of an untrusted proxy is that of all visitors. */
function traitsOf(userId: string, { network, deviceToken }: Device): Trait[] {
  const traits: Trait[] = isUntrustedProxy(network) ? [] : [{ kind: 'network', value: network }];
  if (isDeviceToken(deviceToken)) {
    // Hashed with the user id: equal values would link the accounts of one browser.
    traits.push({ kind: 'browser', value: tokenHash(`${userId}.${deviceToken}`) });
  }
  return traits;
}

const isTrait = ({ kind, value }: Trait) => and(eq(knownDevices.kind, kind), eq(knownDevices.value, value));

/** Returns true for the format of tokens issued here; others could be guessed. */
function isDeviceToken(token: string | undefined): token is string {
  return token !== undefined && /^[\w-]{43}$/.test(token);
}

async function forgetOldest(tx: Tx, userId: string, kind: Kind): Promise<void> {
  const isOfKind = and(eq(knownDevices.userId, userId), eq(knownDevices.kind, kind));
  const excess = tx
    .select({ value: knownDevices.value })
    .from(knownDevices)
    .where(isOfKind)
    .orderBy(desc(knownDevices.lastUsedAt), desc(knownDevices.value))
    .offset(maxKnown);
  await tx.delete(knownDevices).where(and(isOfKind, inArray(knownDevices.value, excess)));
}
