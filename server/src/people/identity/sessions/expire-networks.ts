import { sql } from 'drizzle-orm';
import { expireRows, type RetentionSteps } from '../../../platform/database/retention-step.ts';
import { emailChanges, knownDevices, sessions } from '../identity.tables.ts';

/** Clears the networks of sessions last used before a time, and deletes email changes that can no longer be undone. */
export function expireNetworks(before: string, now: string): RetentionSteps {
  return {
    'session addresses': expireRows(
      (limit) => sql`update ${sessions} set ip_address = null where id in
        (select id from ${sessions} where ip_address is not null and last_seen_at < ${before} limit ${limit})`,
    ),
    'known networks': expireRows(
      (limit) => sql`delete from ${knownDevices} where ctid in
        (select ctid from ${knownDevices} where kind = 'network' and last_used_at < ${before} limit ${limit})`,
    ),
    'replaced addresses': expireRows(
      (limit) => sql`delete from ${emailChanges} where id in
        (select id from ${emailChanges} where expires_at < ${now} limit ${limit})`,
    ),
  };
}
