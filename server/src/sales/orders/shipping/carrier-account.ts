import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { Problem } from '@reprise/contract/problem';
import type {
  CarrierAccount,
  CarrierAccountInput,
  Sender,
} from '@reprise/contract/sales/orders/shipping/carrier-account';
import type { Packaging } from '@reprise/contract/sales/orders/shipping/parcel';
import type { Carrier, CarrierAddress } from '@reprise/extension/carrier';
import { CarrierRefusal } from '@reprise/extension/carrier';
import { currencyFault } from '@reprise/extension/currencies';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { findAdapterCurrencyFault, loadCarrierAdapter } from '../../../platform/adapters.ts';
import { decryptField, encryptField } from '../../../platform/crypto/encrypted-field.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { type Environment, isLoopback } from '../../../platform/environment.ts';
import { loadCarrierService } from '../../../platform/shipped-extensions.ts';
import { carrierAddressOf } from './carrier-address.ts';
import { carrierAccounts } from './shipping.tables.ts';

export type AccountDeps = Pick<Deps, 'db' | 'secret' | 'environment' | 'now'>;

/** Encryption context of each secret. */
export const carrierSecretContexts = {
  apiKey: 'carrier account: API key',
  eventSecret: 'carrier account: event secret',
};

type StoredAccount = {
  apiKey: string | null;
  eventSecret: string | null;
  subscriptionId: string | null;
  sender: Sender;
  packaging: Packaging;
};

async function readStored({ db, secret }: AccountDeps): Promise<StoredAccount | 'unreadable' | null> {
  const [row] = await db.select().from(carrierAccounts);
  if (!row) return null;
  const { apiKeyEncrypted, eventSecretEncrypted, ...rest } = row;
  const plain = (context: string, text: string | null) => text && decryptField(secret, context, text);
  try {
    return {
      ...rest,
      apiKey: plain(carrierSecretContexts.apiKey, apiKeyEncrypted),
      eventSecret: plain(carrierSecretContexts.eventSecret, eventSecretEncrypted),
    };
  } catch {
    return 'unreadable';
  }
}

/** Service that buys labels, with what its calls need. */
export type OpenCarrier = {
  carrier: Carrier;
  sender: CarrierAddress;
  packaging: Packaging;
  isTest: boolean;
  /** Null for a shop that events cannot reach. */
  eventSecret: string | null;
};

/** Returns the service of CARRIER_ADAPTER or that of the account; null if labels cannot be bought. */
export async function openCarrier(deps: AccountDeps): Promise<OpenCarrier | null> {
  const stored = await readStored(deps);
  if (stored === null || stored === 'unreadable') return null;
  const carrier = await carrierFor(deps, stored.apiKey);
  if (!carrier) return null;
  const { packaging, eventSecret, apiKey } = stored;
  const isTest = await isTestKey(apiKey);
  return { carrier, packaging, eventSecret, isTest, sender: carrierAddressOf(stored.sender) };
}

/** The same; throws if labels cannot be bought. */
export async function requireCarrier(deps: AccountDeps): Promise<OpenCarrier> {
  const opened = await openCarrier(deps);
  if (opened) return opened;
  throw new Problem(
    'NOT_FOUND',
    'Labels cannot be bought: connect a carrier under Settings, Shipping first.',
  );
}

async function carrierFor({ environment }: AccountDeps, apiKey: string | null): Promise<Carrier | null> {
  const { carrierAdapter } = environment;
  if (carrierAdapter !== undefined) return loadCarrierAdapter(carrierAdapter);
  if (apiKey === null) return null;
  const service = await loadCarrierService();
  if (currencyFault(service.name, service) !== null) return null;
  return service.open({ apiKey, apiUrl: await standInUrl(environment) });
}

/** Returns the URL of the stand-in for the service on this machine; undefined without one. */
export async function standInUrl({ standIns }: Pick<Environment, 'standIns'>): Promise<string | undefined> {
  return standIns[(await loadCarrierService()).standInSetting];
}

async function isTestKey(apiKey: string | null): Promise<boolean> {
  return apiKey !== null && (await loadCarrierService()).isTestKey(apiKey);
}

/** Returns the account for the settings screen, without secrets. */
export async function readCarrierAccount(deps: AccountDeps): Promise<CarrierAccount> {
  const stored = await readStored(deps);
  const readable = stored === 'unreadable' ? null : stored;
  const { carrierAdapter } = deps.environment;
  const apiKey = readable?.apiKey ?? null;
  return {
    source: carrierAdapter
      ? 'adapter'
      : stored === 'unreadable'
        ? 'unreadable'
        : apiKey
          ? 'settings'
          : 'none',
    isTest: apiKey === null ? null : await isTestKey(apiKey),
    keyHint: carrierAdapter
      ? basename(carrierAdapter)
      : apiKey && `${apiKey.slice(0, 4)}…${apiKey.slice(-4)}`,
    followsParcels: readable?.subscriptionId != null,
    sender: readable?.sender ?? null,
    packaging: readable?.packaging ?? null,
  };
}

/** Stores the account after the service took its key and found the sender's address: labels would fail later. */
export async function setCarrierAccount(
  deps: AccountDeps,
  input: CarrierAccountInput,
  actorId: string,
): Promise<CarrierAccount> {
  const stored = await readStored(deps);
  const before = stored === 'unreadable' ? null : stored;
  const apiKey = input.apiKey ?? before?.apiKey ?? null;
  await assertTakesCurrency(deps);
  const carrier = await carrierFor(deps, apiKey);
  if (!carrier) throw invalidField('apiKey', `Paste the API key of ${(await loadCarrierService()).name}`);
  await checkSender(carrier, input.sender);
  const isSameKey = before !== null && before.apiKey === apiKey && before.subscriptionId !== null;
  const events = isSameKey
    ? { eventSecret: before.eventSecret, subscriptionId: before.subscriptionId }
    : await subscribe(deps, carrier);
  const encrypt = (name: keyof typeof carrierSecretContexts, text: string | null) =>
    text && encryptField(deps.secret, carrierSecretContexts[name], text);
  const { sender, packaging } = input;
  const row = {
    apiKeyEncrypted: encrypt('apiKey', deps.environment.carrierAdapter ? null : apiKey),
    eventSecretEncrypted: encrypt('eventSecret', events.eventSecret),
    subscriptionId: events.subscriptionId,
    sender,
    packaging,
    updatedAt: deps.now(),
  };
  await inTransaction(deps.db, async (tx) => {
    await tx.insert(carrierAccounts).values(row).onConflictDoUpdate({ target: carrierAccounts.id, set: row });
    const after = { sender, packaging, keyChanged: before?.apiKey !== apiKey };
    await recordAudit(tx, { actorId, action: 'set carrier account', subject: 'settings', after });
  });
  if (before && !isSameKey) await unsubscribe(deps, before);
  return readCarrierAccount(deps);
}

export async function removeCarrierAccount(deps: AccountDeps, actorId: string): Promise<CarrierAccount> {
  const stored = await readStored(deps);
  await inTransaction(deps.db, async (tx) => {
    await tx.delete(carrierAccounts);
    await recordAudit(tx, { actorId, action: 'remove carrier account', subject: 'settings' });
  });
  if (stored !== null && stored !== 'unreadable') await unsubscribe(deps, stored);
  return readCarrierAccount(deps);
}

/** Throws if the service charges no amounts in the store's currency. */
async function assertTakesCurrency({ environment }: AccountDeps): Promise<void> {
  const service = environment.carrierAdapter === undefined ? await loadCarrierService() : null;
  const fault = service
    ? currencyFault(service.name, service)
    : await findAdapterCurrencyFault({ carrierAdapter: environment.carrierAdapter });
  if (fault !== null) throw invalidField('apiKey', fault);
}

async function checkSender(carrier: Carrier, sender: Sender): Promise<void> {
  try {
    const fault = await carrier.checkAddress(carrierAddressOf(sender));
    if (fault !== null) throw invalidField('sender.street', fault);
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error;
    throw error.isKey ? invalidField('apiKey', error.message) : invalidField('sender.street', error.message);
  }
}

function invalidField(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}

const eventSecretBytes = 32;

/** Has parcel events sent to the shop, unless only this machine can reach it. */
async function subscribe({ environment }: AccountDeps, carrier: Carrier) {
  const url = new URL(`${environment.publicUrl}/api/shipping/events`);
  const canBeReached = url.protocol === 'https:' && !isLoopback(url.hostname);
  const none = { eventSecret: null, subscriptionId: null };
  if (!carrier.events) return none;
  // A stand-in on this machine reaches every address.
  if (!canBeReached && (await standInUrl(environment)) === undefined) return none;
  const eventSecret = randomBytes(eventSecretBytes).toString('base64url');
  try {
    return { eventSecret, subscriptionId: await carrier.events.subscribe(url.href, eventSecret) };
  } catch (error) {
    if (!(error instanceof CarrierRefusal)) throw error;
    throw new Problem('VALIDATION_ERROR', `Parcels cannot be followed: ${error.message}`);
  }
}

/** Ends the subscription of a former account; that of a key that is no longer valid ends without the shop. */
async function unsubscribe(deps: AccountDeps, { apiKey, subscriptionId }: StoredAccount): Promise<void> {
  if (subscriptionId === null) return;
  const carrier = await carrierFor(deps, apiKey);
  await carrier?.events?.unsubscribe(subscriptionId).catch(() => {});
}
