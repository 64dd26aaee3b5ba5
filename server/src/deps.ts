import type { FileStorage } from '@reprise/extension/file-storage';
import type { AlertTriggers } from './catalog/products/alert-triggers.ts';
import type { SearchEngine } from './catalog/products/search/search-engine.ts';
import type { DeviceCounts } from './catalog/products/stock/device-counts.ts';
import type { Keyring } from './platform/crypto/keyring.ts';
import type { Database, Db } from './platform/database/database.ts';
import type { WithLongQueryConnection } from './platform/database/long-query-connection.ts';
import type { Environment } from './platform/environment.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import type { Shortages } from './workshop/units/shortages.ts';

/** Dependencies of the slices, created once at start and passed explicitly. */
export type Deps = {
  db: Db;
  /** The database itself, for backups. */
  database: Database;
  environment: Environment;
  log: Log;
  jobs: Jobs;
  alerts: AlertTriggers;
  devices: DeviceCounts;
  shortages: Shortages;
  /** For reads that exceed the statement timeout of requests. */
  withLongQueryConnection: WithLongQueryConnection;
  /** The same for reports, which may come from a replica. */
  withReportConnection: WithLongQueryConnection;
  /** Files of images. */
  storage: FileStorage;
  /** Finds products by words. */
  search: SearchEngine;
  /** The keys that sign tokens and encrypt stored secrets; shared by all processes of the shop. */
  secret: Keyring;
  /** The clock; the demo shop and tests replace it. */
  now: () => Date;
};
