import { z } from 'zod';
import { endpoints, fileResponse } from '../endpoint.ts';
import { pagination, pagingQuery } from '../paging.ts';
import { isoDateTime, queryChoice, queryDayOrTime, queryString } from '../wire.ts';

/** Subject kinds; "sign-in" are attempts with unknown emails. */
export const auditKinds = [
  'product',
  'category',
  'family',
  'synonyms',
  'discount',
  'order',
  'review',
  'user',
  'settings',
  'page',
  'mail',
  'sign-in',
  'export',
  'privacy',
  'backup',
  'token',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Display text: amounts as "$9.99", switches as "on" and "off"; null if absent. */
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
    /** One of `auditKinds`, or a newer kind. */
    kind: z.string(),
    /** Null if the kind has a single subject, such as settings. */
    subjectId: z.string().nullable(),
    /** Current name, or the id if deleted. */
    subject: z.string(),
    /** Null for the shop itself or an anonymous caller. */
    actor: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Name and prefix of the API token that called for the actor; null without one. */
    token: z.string().nullable(),
    changes: z.array(auditChange),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

/** Filter value for entries without an actor: the shop itself or an anonymous caller. */
export const noActor = 'nobody';

const filters = {
  /** Matches actions and changes, or the exact order number, SKU or email of the subject. */
  search: queryString(200),
  kind: queryChoice(auditKinds),
  /** User id, or `noActor`. */
  actor: queryString(60),
  /** Entries of one subject: "order ord_…". */
  subject: queryString(100),
  /** Start of the time, inclusive. */
  from: queryDayOrTime,
  /** End of the time, exclusive. */
  to: queryDayOrTime,
};

export const auditEndpoints = endpoints({
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'Audit entries, newest first',
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
    response: fileResponse,
  },
});
