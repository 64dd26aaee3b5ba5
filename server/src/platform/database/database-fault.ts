/** A database error classified by what a caller can do about it. */
export type DatabaseFault =
  | { kind: 'unique' | 'check' | 'foreignKey'; constraint: string; table: string }
  | { kind: 'contention' | 'unavailable' | 'storageFull' | 'unstorableText' };

/** Returns the database fault behind an error, which Drizzle wraps; undefined for any other error. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const fault = faultOf(cause);
    if (fault) return fault;
  }
  return undefined;
}

/** True if the database cannot be reached or accepts no statements. */
export function isDatabaseAway(error: unknown): boolean {
  return databaseFault(error)?.kind === 'unavailable';
}

/** Returns the five-character SQLSTATE of a PostgreSQL error. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as DriverError;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

interface DriverError extends Error {
  code?: string;
  constraint?: string;
  table?: string;
}

function faultOf(error: DriverError): DatabaseFault | undefined {
  const { code = '', constraint = '', table = '' } = error;
  const kind = constraintKinds[code];
  if (kind) return { kind, constraint, table };
  if (contention.has(code)) return { kind: 'contention' };
  if (unavailable.has(code) || code.startsWith('08') || connectionLost.test(error.message)) {
    return { kind: 'unavailable' };
  }
  if (code === '53100' || code === 'ENOSPC') return { kind: 'storageFull' };
  if (code === '22021' || code === '22P05') return { kind: 'unstorableText' };
  return undefined;
}

const constraintKinds: Record<string, 'unique' | 'check' | 'foreignKey'> = {
  '23505': 'unique',
  '23514': 'check',
  '23503': 'foreignKey',
};

/** Serialization failure, deadlock, lock timeout: the same transaction may succeed when retried. */
const contention = new Set(['40001', '40P01', '55P03']);

const unavailable = new Set([
  '25006', // read-only: a replica that was not promoted yet
  '53300', // too many connections
  '57014', // statement timeout
  '57P01', // shut down by the administrator
  '57P02', // crashed
  '57P03', // starting up or shutting down
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Connection errors of the driver itself have no code. */
const connectionLost =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|PGlite is closed)/;
