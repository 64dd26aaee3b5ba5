import { z } from 'zod';
import { endpoints, fileAnswer } from './endpoint.ts';
import { pagination, pagingQuery } from './paging.ts';
import { isoDateTime, queryChoice, queryDateTime, queryString } from './wire.ts';

/** What an entry is about; "sign-in" are tries on addresses that nobody has. */
export const auditKinds = [
  'product',
  'category',
  'order',
  'review',
  'user',
  'settings',
  'mail',
  'sign-in',
  'export',
  'privacy',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** In words: amounts as "$9.99", switches as "on" and "off"; null where there was or is nothing. */
export const auditChange = z
  .object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })
  .meta({ id: 'AuditChange' });
export type AuditChange = z.output<typeof auditChange>;

export const auditEntry = z
  .object({
    id: z.string(),
    at: isoDateTime,
    /** Verb first: "change settings". */
    action: z.string(),
    /** One of `auditKinds`, or a kind that came later. */
    kind: z.string(),
    /** Null where the kind says it all, as with the settings. */
    subjectId: z.string().nullable(),
    /** Its name as it is now; its id where it is gone. */
    subject: z.string(),
    /** Null where the shop itself acted, or nobody was signed in. */
    actor: z.object({ id: z.string(), name: z.string() }).nullable(),
    changes: z.array(auditChange),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

/** An actor who is nobody: the shop itself, or somebody who was not signed in. */
export const nobody = 'nobody';

const filters = {
  /** In actions and changes; or the exact order number, SKU or e-mail of what it is about. */
  search: queryString(200),
  kind: queryChoice(auditKinds),
  /** A user's id, or "nobody". */
  actor: queryString(60),
  /** Everything about one thing: "order ord_…". */
  subject: queryString(100),
  /** At this moment or later. */
  from: queryDateTime,
  /** Before this moment. */
  to: queryDateTime,
};

export const auditEndpoints = endpoints({
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'Who changed what and when, newest first',
    access: 'admin',
    needs: 'audit.read',
    rate: 'read',
    query: z.object({ ...pagingQuery, ...filters }),
    response: z.object({ entries: z.array(auditEntry), pagination }),
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    summary: 'All entries of the list as CSV, one line per entry',
    access: 'admin',
    needs: 'audit.read',
    rate: 'read',
    stepUp: true,
    query: z.object(filters),
    file: 'text/csv',
    response: fileAnswer,
  },
});
