import type { Keyring } from './crypto/keyring.ts';
import type { Db } from './database/database.ts';
import type { WithLongQueryConnection } from './database/long-query-connection.ts';
import type { Environment } from './environment.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';

/** Dependencies of the slices, created once at start and passed explicitly. */
export type Deps = {
  db: Db;
  environment: Environment;
  log: Log;
  jobs: Jobs;
  /** For reads that exceed the statement timeout of requests. */
  withLongQueryConnection: WithLongQueryConnection;
  /** The keys that sign tokens and encrypt stored secrets; shared by all processes of the shop. */
  secret: Keyring;
  /** The clock; the demo shop and tests replace it. */
  now: () => Date;
};
