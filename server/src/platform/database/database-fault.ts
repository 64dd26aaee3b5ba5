/** What went wrong in the database, in the words a caller can act on. */
export type DatabaseFault =
  | { kind: 'unique' | 'check' | 'foreignKey'; constraint: string; table: string }
  | { kind: 'contention' | 'unavailable' | 'storageFull' | 'unstorableText' };

/** Names the database fault behind an error (Drizzle wraps the driver's own), or nothing if it is another kind. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const fault = faultOf(cause);
    if (fault) return fault;
  }
  return undefined;
}

/** Whether the database could not be reached, or is not taking statements. */
export function isDatabaseAway(error: unknown): boolean {
  return databaseFault(error)?.kind === 'unavailable';
}

/** Whether the database has said no to a statement, and so has done nothing; else nobody knows what it has done. */
export function isRefusal(error: unknown): boolean {
  const fault = databaseFault(error);
  return fault === undefined ? sqlState(error) !== undefined : fault.kind !== 'unavailable';
}

/** The five characters that PostgreSQL names each of its refusals with. */
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
  const broken = constraintKinds[code];
  if (broken) return { kind: broken, constraint, table };
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

/** Serialization failure, deadlock, lock time-out: the same transaction may succeed when tried again. */
const contention = new Set(['40001', '40P01', '55P03']);

const unavailable = new Set([
  '25006', // read-only: a replica that was not promoted yet
  '53300', // too many connections
  '57014', // statement time-out
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

/** The driver's own errors about its line carry no code. */
const connectionLost =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|PGlite is closed)/;
