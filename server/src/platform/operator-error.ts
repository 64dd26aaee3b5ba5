import { InvalidSettings } from './environment.ts';

/** Names, because importing the classes would load the database before the settings are read. */
const names = new Set([
  'DataFolderInUse',
  'DatabaseDamaged',
  'DiskFull',
  'PortUnavailable',
  'UnsupportedSchema',
  'UnusableDatabase',
]);

/** True for an error that the operator can fix; its message says how, so it needs no stack trace. */
export function isOperatorError(error: unknown): error is Error {
  return error instanceof InvalidSettings || (error instanceof Error && names.has(error.name));
}
