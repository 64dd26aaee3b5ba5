import type { FileResponse } from '@reprise/contract/endpoint';
import type { AuditChange, AuditEntry } from '@reprise/contract/operations/audit-log';
import type { Deps } from '../../deps.ts';
import { storeCsvFile } from '../../foundations/settings/store-csv.ts';
import type { CsvValue } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { type AuditFilters, readAuditBatches } from './audit-log.queries.ts';

/** Streams the entries of the list as CSV, newest first. */
export function exportAudit(deps: Pick<Deps, 'db' | 'now'>, filters: AuditFilters): Promise<FileResponse> {
  const head = columns.map(([title]) => title);
  return storeCsvFile(deps, 'audit', { head, batches: linesOf(deps.db, filters) });
}

async function* linesOf(db: Queryable, filters: AuditFilters): AsyncGenerator<CsvValue[][]> {
  for await (const entries of readAuditBatches(db, filters)) {
    yield entries.map((entry) => columns.map(([, value]) => value(entry)));
  }
}

const columns: [title: string, value: (entry: AuditEntry) => CsvValue][] = [
  ['When', ({ at }) => new Date(at)],
  ['Who', ({ actor }) => actor?.name ?? null],
  ['Who (id)', ({ actor }) => actor?.id ?? null],
  ['What', ({ action }) => action],
  ['Kind', ({ kind }) => kind],
  ['Subject', ({ subject }) => subject],
  ['Subject (id)', ({ subjectId }) => subjectId],
  ['Before', ({ changes }) => valuesOf(changes, 'before')],
  ['After', ({ changes }) => valuesOf(changes, 'after')],
  ['API token', ({ token }) => token],
];

function valuesOf(changes: AuditChange[], side: 'before' | 'after'): string | null {
  const present = changes.filter((change) => change[side] !== null);
  return present.map((change) => `${change.field}: ${change[side]}`).join('; ') || null;
}
