import { Problem } from '@reprise/contract/problem';
import {
  type Channel as ChannelOutput,
  type ChannelRules,
  maxChannels,
} from '@reprise/contract/sales/channels/channel';
import { currencyFault } from '@reprise/extension/currencies';
import { asc, eq, sql } from 'drizzle-orm';
import { auditedFields, recordAudit } from '../../foundations/audit/record-audit.ts';
import { findAdapterCurrencyFault } from '../../platform/adapters.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { loadFileChannel } from '../../platform/shipped-extensions.ts';
import { accountOf, type ChannelDeps, type ChannelRow, findChannel, isByFile } from './channel-accounts.ts';
import { channelListings, channels } from './channels.tables.ts';
import { countListings } from './listings.queries.ts';

export async function listChannels(deps: ChannelDeps): Promise<ChannelOutput[]> {
  const rows = await deps.db
    .select()
    .from(channels)
    .orderBy(asc(channels.createdAt), asc(channels.id))
    .limit(maxChannels);
  return toChannels(deps, rows);
}

export async function readChannel(deps: ChannelDeps, id: string): Promise<ChannelOutput> {
  const [channel] = await toChannels(deps, [await findChannel(deps.db, id)]);
  if (!channel) throw new Error(`Channel ${id} does not exist.`);
  return channel;
}

async function toChannels(deps: ChannelDeps, rows: ChannelRow[]): Promise<ChannelOutput[]> {
  const counts = await countListings(
    deps.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { id, kind, name, enabled, buffer, pricePercent, priceEnding, ordersReadAt, failure } = row;
    return {
      id,
      kind,
      name,
      enabled,
      buffer,
      pricePercent,
      priceEnding,
      failure,
      ...accountOf(deps, row),
      ...(counts.get(id) ?? { listed: 0, waiting: 0, refused: 0 }),
      ordersReadAt: isByFile(row) ? null : (ordersReadAt?.toISOString() ?? null),
    };
  });
}

export async function createChannel(
  deps: ChannelDeps,
  { kind, ...rules }: Omit<ChannelRules, 'enabled'> & Pick<ChannelRow, 'kind'>,
  actorId: string,
): Promise<ChannelOutput> {
  if (kind === 'adapter' && deps.environment.channelAdapter === undefined)
    throw new Problem('VALIDATION_ERROR', 'CHANNEL_ADAPTER is not set, so there is no adapter to use.');
  await assertTakesCurrency(deps, kind);
  const id = newId('chn');
  await inTransaction(deps.db, async (tx) => {
    await lockChannels(tx);
    if ((await tx.$count(channels)) >= maxChannels)
      throw new Problem(
        'VALIDATION_ERROR',
        `A shop can have up to ${maxChannels} channels. Remove one first.`,
      );
    // Orders from before it was added are none of the shop's.
    const createdAt = deps.now();
    const reading = { ordersReadAt: createdAt, ordersDueAt: createdAt };
    await tx.insert(channels).values({ id, kind, ...rules, ...reading, createdAt });
    await recordAudit(tx, {
      actorId,
      action: 'add channel',
      subject: `channel ${id}`,
      after: { kind, ...auditedFields(rules, ['name', 'buffer', 'pricePercent', 'priceEnding']) },
    });
  });
  return readChannel(deps, id);
}

/** Throws for a channel without an account that does not take the store's currency; an account is checked as it is set. */
async function assertTakesCurrency({ environment }: ChannelDeps, kind: ChannelRow['kind']): Promise<void> {
  const fileChannel = isByFile({ kind }) ? await loadFileChannel() : null;
  const fault =
    kind === 'adapter'
      ? await findAdapterCurrencyFault({ channelAdapter: environment.channelAdapter })
      : fileChannel && currencyFault(fileChannel.name, fileChannel);
  if (fault) throw new Problem('VALIDATION_ERROR', fault);
}

const ruleNames = ['name', 'enabled', 'buffer', 'pricePercent', 'priceEnding'] as const;

async function lockChannels(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${channels} in share row exclusive mode`);
}

export async function updateChannel(
  deps: ChannelDeps,
  id: string,
  rules: ChannelRules,
  actorId: string,
): Promise<ChannelOutput> {
  await inTransaction(deps.db, async (tx) => {
    const before = await lockChannel(tx, id);
    if (rules.enabled && !accountOf(deps, before).isReady)
      throw new Problem('VALIDATION_ERROR', 'Connect the account and save its settings first.');
    const rulesVersion = sql`${channels.rulesVersion} + 1`;
    // One that is switched on is read at once.
    const reading = { ordersDueAt: deps.now() };
    await tx
      .update(channels)
      .set({ ...rules, ...reading, rulesVersion })
      .where(eq(channels.id, id));
    await recordAudit(tx, {
      actorId,
      action: 'set channel',
      subject: `channel ${id}`,
      before: auditedFields(before, ruleNames),
      after: auditedFields(rules, ruleNames),
    });
  });
  return readChannel(deps, id);
}

export async function deleteChannel({ db }: ChannelDeps, id: string, actorId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, kind } = await lockChannel(tx, id);
    if ((await tx.$count(channelListings, eq(channelListings.channelId, id))) > 0)
      throw new Problem(
        'VALIDATION_ERROR',
        'This channel still has listings. Take its products off it first.',
      );
    await tx.delete(channels).where(eq(channels.id, id));
    await recordAudit(tx, {
      actorId,
      action: 'remove channel',
      subject: `channel ${id}`,
      before: { name, kind },
    });
  });
}

async function lockChannel(tx: Tx, id: string): Promise<ChannelRow> {
  const [row] = await tx.select().from(channels).where(eq(channels.id, id)).for('update');
  if (row) return row;
  throw new Problem('NOT_FOUND', 'Channel not found.');
}
