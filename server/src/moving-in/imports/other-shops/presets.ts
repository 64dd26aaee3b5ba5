import {
  type ExportPreset,
  exportPreset,
  type PresetShop,
  presetShops,
} from '@reprise/contract/moving-in/shop-export';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../../platform/database/database.ts';
import { defaultPresets } from './default-presets.ts';
import { exportPresets } from './other-shops.tables.ts';

const subjectOf = (shop: PresetShop) => (shop === 'own' ? 'imports' : `exports of ${shop}`);

export async function listPresets(db: Queryable): Promise<ExportPreset[]> {
  return Promise.all(presetShops.map((shop) => readPreset(db, shop)));
}

export async function readPreset(db: Queryable, shop: PresetShop): Promise<ExportPreset> {
  const [stored] = await db.select().from(exportPresets).where(eq(exportPresets.shop, shop));
  // A preset of an older version may lack what this one reads.
  const read = exportPreset.safeParse({ ...defaultPresets[shop], ...stored?.preset });
  return read.success ? read.data : defaultPresets[shop];
}

export async function savePreset(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  preset: ExportPreset,
  actorId: string,
): Promise<ExportPreset> {
  const { shop } = preset;
  await inTransaction(db, async (tx) => {
    const set = { preset, updatedAt: now() };
    await tx
      .insert(exportPresets)
      .values({ shop, ...set })
      .onConflictDoUpdate({ target: exportPresets.shop, set });
    await recordAudit(tx, { actorId, action: 'change export preset', subject: subjectOf(shop) });
  });
  return preset;
}

export async function resetPreset(db: Deps['db'], shop: PresetShop, actorId: string): Promise<ExportPreset> {
  await inTransaction(db, async (tx) => {
    await tx.delete(exportPresets).where(eq(exportPresets.shop, shop));
    await recordAudit(tx, { actorId, action: 'reset export preset', subject: subjectOf(shop) });
  });
  return defaultPresets[shop];
}
