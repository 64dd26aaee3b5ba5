import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../platform/database/retention-step.ts';
import { auditEntries } from './audit.tables.ts';

/** Removes the networks from entries older than `before`, and deletes such failed sign-ins. */
export function expireAuditEntries(before: string): RetentionSteps {
  return {
    'networks in the audit log': expireRows(
      (limit) => sql`update ${auditEntries} set after = after - 'from' where id in
        (select id from ${auditEntries} where after ? 'from' and created_at < ${before} limit ${limit})`,
    ),
    // A trigger rejects the deletion of younger entries.
    'failed sign-ins': expireRows(
      (limit) => sql`delete from ${auditEntries} where id in
        (select id from ${auditEntries} where kind in ('user', 'sign-in') and action = 'refuse sign-in'
          and created_at < ${before} and created_at < now() - interval '30 days' limit ${limit})`,
    ),
  };
}
