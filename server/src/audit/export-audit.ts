import type { AuditChange, AuditEntry } from '@reprise/contract/audit';
import type { FileAnswer } from '@reprise/contract/endpoint';
import type { Deps } from '../deps.ts';
import { type CsvValue, csvFile } from '../platform/csv.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type AuditFilters, readAuditBatches } from './audit.queries.ts';

/** The entries of the list as a file, newest first, read a batch at a time. */
export function exportAudit({ db, now }: Pick<Deps, 'db' | 'now'>, filters: AuditFilters): FileAnswer {
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
  ['Before', ({ changes }) => linesWith(changes, 'before')],
  ['After', ({ changes }) => linesWith(changes, 'after')],
];

function linesWith(changes: AuditChange[], side: 'before' | 'after'): string | null {
  const known = changes.filter((change) => change[side] !== null);
  return known.map((change) => `${change.field}: ${change[side]}`).join('; ') || null;
}
