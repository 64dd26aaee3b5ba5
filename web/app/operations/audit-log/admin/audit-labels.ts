import { type AuditEntry, type AuditKind, auditKinds } from '@reprise/contract/operations/audit-log';
import { formatDateTime } from '../../../formats.ts';

const kindLabels: Record<AuditKind, string> = {
  product: 'Products',
  category: 'Categories',
  family: 'Families',
  synonyms: 'Synonyms',
  discount: 'Discount codes',
  order: 'Orders',
  review: 'Reviews',
  user: 'Users',
  settings: 'Settings',
  page: 'Pages',
  mail: 'Emails',
  'sign-in': 'Sign-ins by unknown users',
  export: 'Exports',
  privacy: 'Guest requests',
  backup: 'Backups',
  token: 'API tokens',
};

export const kindChoices = auditKinds.map((value) => ({ value, label: kindLabels[value] }));

/** Returns the action with an initial capital, such as "Change user". */
export function actionLabel({ action }: AuditEntry): string {
  return action.charAt(0).toUpperCase() + action.slice(1);
}

/** Returns the actor's name, with the API token that called for them. A failed sign-in has no actor. */
export function actorName({ action, actor, token }: AuditEntry): string {
  if (token !== null) return `${actor?.name ?? 'System'}, by ${token}`;
  return actor?.name ?? (action === 'refuse sign-in' ? 'Unknown user' : 'System');
}

/** Returns the search param of the subject: its kind, and its id if there is one. */
export function subjectOf({ kind, subjectId }: AuditEntry): string {
  return subjectId === null ? kind : `${kind} ${subjectId}`;
}

/** Returns the URL of the subject's page; undefined if it has none. */
export function subjectHref({ kind, subjectId }: AuditEntry): string | undefined {
  const id = encodeURIComponent(subjectId ?? '');
  switch (kind) {
    case 'product':
      return `/admin/products?edit=${id}`;
    case 'family':
      return `/admin/families/${id}`;
    case 'category':
      return `/admin/categories?edit=${id}`;
    case 'order':
      return `/admin/orders/${id}`;
    case 'user':
      return `/admin/users?user=${id}`;
    case 'page':
      return `/admin/settings?tab=pages&page=${id}`;
    case 'backup':
      return '/admin/settings?tab=backups';
    case 'token':
      return '/admin/settings?tab=tokens';
    case 'settings':
      return '/admin/settings';
    default:
      return undefined;
  }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Returns the value of a changed field; a time is shown in the store's time zone. */
export function changedValue(value: string | null): string | null {
  return value !== null && isoTime.test(value) ? formatDateTime(value) : value;
}
