import type { AuditChange, AuditEntry } from '@reprise/contract/audit';
import type { FileResponse } from '@reprise/contract/endpoint';
import type { Deps } from '../deps.ts';
import { type CsvValue, csvFile } from '../platform/csv.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type AuditFilters, readAuditBatches } from './audit.queries.ts';

/** Streams the entries of the list as CSV, newest first. */
export function exportAudit({ db, now }: Pick<Deps, 'db' | 'now'>, filters: AuditFilters): FileResponse {
  const titles = columns.map(([title]) => title);
  const day = now().toISOString().slice(0, 10);
  return { name: `audit-${day}.csv`, pieces: csvFile(titles, linesOf(db, filters)) };
}

async function* linesOf(db: Queryable, filters: AuditFilters): AsyncGenerator<CsvValue[][]> {
  for await (const entries of readAuditBatches(db, filters)) {
    yield entries.map((entry) => columns.map(([, value]) => value(entry)));
  }
}

const columns: [title: string, value: (entry: AuditEntry) => CsvValue][] = [
  ['When', ({ at }) => at],
  ['Who', ({ actor }) => actor?.name ?? null],
  ['Who (id)', ({ actor }) => actor?.id ?? null],
  ['What', ({ action }) => action],
  ['Kind', ({ kind }) => kind],
  ['Subject', ({ subject }) => subject],
  ['Subject (id)', ({ subjectId }) => subjectId],
  ['Before', ({ changes }) => valuesOf(changes, 'before')],
  ['After', ({ changes }) => valuesOf(changes, 'after')],
];

function valuesOf(changes: AuditChange[], side: 'before' | 'after'): string | null {
  const present = changes.filter((change) => change[side] !== null);
  return present.map((change) => `${change.field}: ${change[side]}`).join('; ') || null;
}
