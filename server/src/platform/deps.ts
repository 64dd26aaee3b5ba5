import type { Keyring } from './crypto/keyring.ts';
import type { Db } from './database/database.ts';
import type { WithLongQueryConnection } from './database/long-query-connection.ts';
import type { Environment } from './environment.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';

/** What the slices work with. Wired once in main, passed on by hand. */
export type Deps = {
  db: Db;
  environment: Environment;
  log: Log;
  jobs: Jobs;
  /** For reads that take longer than a request may. */
  withLongQueryConnection: WithLongQueryConnection;
  /** The keys that sign tokens and encrypt stored secrets; shared by all processes of the shop. */
  secret: Keyring;
  /** The time; the demo shop and the tests set it. */
  now: () => Date;
};
