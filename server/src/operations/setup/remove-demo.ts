import { Problem } from '@reprise/contract/problem';
import { sql } from 'drizzle-orm';
import {
  invalidateCategories,
  invalidateFamilies,
  invalidatePlaces,
  type Place,
} from '../../catalog/products/products.tags.ts';
import { invalidateReviews } from '../../catalog/reviews/reviews.tags.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { closeToVisitors } from '../../foundations/settings/opening.ts';
import { invalidateSettings } from '../../foundations/settings/settings.tags.ts';
import { deleteCustomers } from '../../people/identity/delete-customers.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { invalidateSales } from '../../sales/orders/orders.tags.ts';
import { invalidateChoices } from '../../workshop/units/units.tags.ts';
import { findDemoObstacles } from './demo-obstacles.ts';

/** Tables that outlive the demo: staff and how they sign in, settings, texts, records. All others are emptied. */
export const remainingTables = [
  'users',
  'accounts',
  'sessions',
  'known_devices',
  'passkeys',
  'passkey_challenges',
  'two_factors',
  'recovery_codes',
  'verifications',
  'email_changes',
  'security_notices',
  'api_tokens',
  'addresses',
  'store_settings',
  'skipped_setup_steps',
  'mail_servers',
  'mail_introductions',
  'page_text_versions',
  'general_return_policy',
  'return_settings',
  'carrier_accounts',
  'product_feeds',
  'export_presets',
  'webhooks',
  'checklists',
  'grade_standards',
  'grading_drafts',
  'battery_floors',
  'report_tools',
  'search_synonyms',
  'synonym_seeds',
  'search_changes',
  'media_files',
  'app_secrets',
  'audit_entries',
  'backup_runs',
  'privacy_requests',
  'maintenance_period',
  'cache_invalidations',
  'rate_limits',
];

type Removal = Pick<Deps, 'db' | 'search' | 'environment'>;

/**
 * Empties a shop that has nothing but the demo, in one transaction. Accounts of staff, settings and the audit log remain,
 * and visitors read "Opening soon". Throws EDIT_CONFLICT if the shop has anything else.
 */
export async function removeDemo({ db, search, environment }: Removal, actorId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const tables = await lockTables(tx);
    const { rows: loads } = await tx.execute(sql`select 1 from demo_loads where finished_at is not null`);
    if (loads.length === 0)
      throw new Problem('EDIT_CONFLICT', 'This store has no demo data. Reload the page.');
    const obstacles = await findDemoObstacles(tx);
    if (obstacles.length > 0) {
      throw new Problem('EDIT_CONFLICT', 'The demo cannot be removed: the store has data of your own.', {
        details: { obstacles },
      });
    }
    await invalidateAll(tx, search);
    // Before the tables are emptied: it queues events of the customers for webhooks.
    await deleteCustomers(tx);
    await tx.execute(sql`truncate ${listOf(tables)} restart identity`);
    if (!environment.open) await closeToVisitors(tx);
    await recordAudit(tx, { actorId, action: 'remove demo', subject: 'settings' });
  });
}

/** Locks the tables to empty and the users, so that no order or customer is stored between the check and the removal. */
async function lockTables(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${sql.param(remainingTables)}::text[])
    order by relname`);
  const names = rows.map(({ name }) => name);
  // First the one row that a second removal waits for.
  await tx.execute(sql`lock table demo_loads in access exclusive mode`);
  await tx.execute(sql`lock table users, ${listOf(names)} in access exclusive mode`);
  return names;
}

const listOf = (tables: string[]) =>
  sql.join(
    tables.map((name) => sql.identifier(name)),
    sql`, `,
  );

/** Drops all cached responses that show the demo, and its products from a search engine outside. */
async function invalidateAll(tx: Tx, search: Deps['search']): Promise<void> {
  const { rows } = await tx.execute<Place & { familyId: string }>(sql`
    select id, category_id as "categoryId", model_key as "modelKey", family_id as "familyId" from products`);
  const families = [...new Set(rows.map(({ familyId }) => familyId))];
  const ids = rows.map(({ id }) => id);
  invalidatePlaces(tx, rows);
  invalidateFamilies(tx, families);
  invalidateReviews(tx, families);
  invalidateChoices(tx, ids);
  invalidateCategories(tx);
  invalidateSales(tx);
  invalidateSettings(tx);
  await search.remove(tx, ids);
}
