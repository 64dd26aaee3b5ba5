import { basename } from 'node:path';
import { Problem } from '@reprise/contract/problem';
import type { Channel as ChannelOutput } from '@reprise/contract/sales/channels/channel';
import type { EbayAccountInput, EbaySettings } from '@reprise/contract/sales/channels/ebay';
import { type Channel, ChannelRefusal } from '@reprise/extension/channel';
import { currencyFault } from '@reprise/extension/currencies';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { auditedFields, recordAudit } from '../../foundations/audit/record-audit.ts';
import { loadChannelAdapter } from '../../platform/adapters.ts';
import { decryptField, encryptField } from '../../platform/crypto/encrypted-field.ts';
import type { Keyring } from '../../platform/crypto/keyring.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { loadMarketplace, type MarketplaceAccount } from '../../platform/shipped-extensions.ts';
import { channels } from './channels.tables.ts';

export type ChannelDeps = Pick<Deps, 'db' | 'secret' | 'environment' | 'now'>;
export type ChannelRow = typeof channels.$inferSelect;

/** Encryption context of the account of a channel. */
export const channelAccountPlace = (id: string) => `channel account ${id}`;

function readAccount(
  keyring: Keyring,
  { id, accountEncrypted }: ChannelRow,
): MarketplaceAccount | null | 'unreadable' {
  if (accountEncrypted === null) return null;
  try {
    return JSON.parse(decryptField(keyring, channelAccountPlace(id), accountEncrypted)) as MarketplaceAccount;
  } catch {
    return 'unreadable';
  }
}

export async function findChannel(db: Queryable, id: string): Promise<ChannelRow> {
  const [row] = await db.select().from(channels).where(eq(channels.id, id));
  if (row) return row;
  throw new Problem('NOT_FOUND', 'Channel not found.');
}

/** False in a shop without channels that are on, in which their tasks read nothing else. */
export async function hasChannels(db: Queryable): Promise<boolean> {
  const [any] = await db
    .select({ id: channels.id })
    .from(channels)
    .where(eq(channels.enabled, true))
    .limit(1);
  return any !== undefined;
}

/**
 * Returns what the calls of a channel need; null if its account or settings are missing, if it sells in another currency, or
 * if it works by files.
 */
export async function openChannel(
  { secret, environment }: Pick<ChannelDeps, 'secret' | 'environment'>,
  row: ChannelRow,
): Promise<Channel | null> {
  const { channelAdapter } = environment;
  if (row.kind === 'adapter') return channelAdapter === undefined ? null : loadChannelAdapter(channelAdapter);
  const account = readAccount(secret, row);
  if (row.kind !== 'ebay' || account === null || account === 'unreadable' || !row.settings) return null;
  const marketplace = await loadMarketplace();
  if (currencyFault(marketplace.name, marketplace) !== null) return null;
  return marketplace.open(accessOf(marketplace, environment, account), row.settings);
}

const accessOf = (
  { standInSetting }: { standInSetting: string },
  { standIns }: Deps['environment'],
  account: MarketplaceAccount,
) => ({ ...account, apiUrl: standIns[standInSetting] });

/** Returns the choices of an account; what the marketplace refuses is a problem with its words. */
async function readChoices({ environment }: Pick<ChannelDeps, 'environment'>, account: MarketplaceAccount) {
  const marketplace = await loadMarketplace();
  const fault = currencyFault(marketplace.name, marketplace);
  if (fault !== null) throw invalidField('clientId', fault);
  try {
    return await marketplace.readChoices(accessOf(marketplace, environment, account));
  } catch (error) {
    if (!(error instanceof ChannelRefusal)) throw error;
    throw invalidField('refreshToken', error.message);
  }
}

/** True for a channel whose listings and orders travel as files that staff carry. */
export const isByFile = ({ kind }: Pick<ChannelRow, 'kind'>): boolean => kind === 'back-market';

/** Returns the account as the screen shows it, without keys, and if the channel can be switched on. */
export function accountOf(
  { secret, environment }: ChannelDeps,
  row: ChannelRow,
): Pick<ChannelOutput, 'account' | 'isReady'> {
  if (isByFile(row)) return { account: connected(''), isReady: true };
  if (row.kind === 'adapter') {
    const { channelAdapter } = environment;
    const isSet = channelAdapter !== undefined;
    return { account: isSet ? connected(basename(channelAdapter)) : missing('missing'), isReady: isSet };
  }
  const account = readAccount(secret, row);
  if (account === null || account === 'unreadable')
    return { account: missing(account ?? 'missing'), isReady: false };
  return {
    account: { ...connected(account.clientId), isTest: account.isTest },
    isReady: row.settings !== null,
  };
}

const connected = (hint: string) => ({ state: 'connected' as const, hint, isTest: false });
const missing = (state: 'missing' | 'unreadable') => ({ state, hint: '', isTest: false });

/** Stores the keys of an eBay channel after eBay took them. */
export async function setEbayAccount(
  deps: ChannelDeps,
  id: string,
  input: EbayAccountInput,
  actorId: string,
): Promise<void> {
  const row = await ebayChannel(deps.db, id);
  const before = readAccount(deps.secret, row);
  const stored = before === 'unreadable' ? null : before;
  const account: MarketplaceAccount = {
    clientId: input.clientId,
    clientSecret: input.clientSecret || stored?.clientSecret || '',
    refreshToken: input.refreshToken || stored?.refreshToken || '',
    isTest: input.isTest,
  };
  if (account.clientSecret === '') throw invalidField('clientSecret', 'Paste the Cert ID (Client Secret)');
  if (account.refreshToken === '')
    throw invalidField('refreshToken', 'Paste the refresh token of the seller');
  await readChoices(deps, account);
  const accountEncrypted = encryptField(deps.secret, channelAccountPlace(id), JSON.stringify(account));
  await inTransaction(deps.db, async (tx) => {
    await tx.update(channels).set({ accountEncrypted, failure: '' }).where(eq(channels.id, id));
    const after = { clientId: account.clientId, isTest: account.isTest };
    await recordAudit(tx, { actorId, action: 'connect channel', subject: `channel ${id}`, after });
  });
}

export async function readEbaySettings(deps: ChannelDeps, id: string) {
  const row = await ebayChannel(deps.db, id);
  const account = readAccount(deps.secret, row);
  if (account === null || account === 'unreadable')
    throw new Problem('NOT_FOUND', 'Connect the eBay account first.');
  const choices = await readChoices(deps, account);
  return { settings: row.settings, choices };
}

export async function setEbaySettings(
  { db }: ChannelDeps,
  id: string,
  settings: EbaySettings,
  actorId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { settings: before } = await ebayChannel(tx, id);
    const rulesVersion = sql`${channels.rulesVersion} + 1`;
    await tx.update(channels).set({ settings, rulesVersion }).where(eq(channels.id, id));
    await recordAudit(tx, {
      actorId,
      action: 'set channel',
      subject: `channel ${id}`,
      before: before && auditedFields(before, ebaySettingNames),
      after: auditedFields(settings, ebaySettingNames),
    });
  });
}

const ebaySettingNames = [
  'fulfillmentPolicyId',
  'paymentPolicyId',
  'returnPolicyId',
  'locationKey',
  'isRefurbisher',
  'categories',
] as const;

async function ebayChannel(db: Queryable, id: string): Promise<ChannelRow> {
  const row = await findChannel(db, id);
  if (row.kind === 'ebay') return row;
  throw new Problem('VALIDATION_ERROR', 'This is no eBay channel.');
}

function invalidField(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
