import type { Logo, LogoVariant } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { MediaDeps } from '../media/store-image.ts';
import { storeLogo } from '../media/store-logo.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';

/** Stores the logo for light or dark backgrounds. */
export async function setLogo(
  deps: MediaDeps,
  variant: LogoVariant,
  bytes: Buffer | undefined,
  actorId: string,
): Promise<Logo> {
  if (!bytes || bytes.length === 0) throw new Problem('NO_FILE', 'Add an image. The upload had none.');
  const image = await storeLogo(deps, bytes, actorId);
  return inTransaction(deps.db, async (tx) => {
    const before = await lockLogo(tx);
    if (variant === 'dark' && !before) {
      throw new Problem('NOT_FOUND', 'Upload the logo for light backgrounds first.');
    }
    const after: Logo =
      variant === 'light'
        ? { light: image, dark: before?.dark ?? null }
        : { ...(before as Logo), dark: image };
    await writeLogo(tx, before, after, actorId);
    return after;
  });
}

/** Removes a logo; without one for light backgrounds the word mark is shown on both. */
export async function removeLogo(
  deps: Pick<MediaDeps, 'db'>,
  variant: LogoVariant,
  actorId: string,
): Promise<Logo | null> {
  return inTransaction(deps.db, async (tx) => {
    const before = await lockLogo(tx);
    const after = variant === 'dark' && before ? { ...before, dark: null } : null;
    if (before) await writeLogo(tx, before, after, actorId);
    return after;
  });
}

async function lockLogo(tx: Tx): Promise<Logo | null> {
  const [row] = await tx.select({ logo: storeSettings.logo }).from(storeSettings).for('update');
  return row?.logo ?? null;
}

/** The version stays, because the settings form does not contain the logo. */
async function writeLogo(tx: Tx, before: Logo | null, after: Logo | null, actorId: string): Promise<void> {
  await tx.update(storeSettings).set({ logo: after });
  invalidateSettings(tx);
  const files = (logo: Logo | null) => ({ logo: logo?.light.url ?? null, darkLogo: logo?.dark?.url ?? null });
  await recordAudit(tx, {
    actorId,
    action: after ? 'change logo' : 'remove logo',
    subject: 'settings',
    before: files(before),
    after: files(after),
  });
}
