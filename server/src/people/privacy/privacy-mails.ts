import type { Deps } from '../../deps.ts';
import type { MailReaders } from '../../foundations/notifications/mail-requests.ts';
import { findPrivacyRequest, privacyTokenOf, type ReadGuest } from './guest-data.ts';

/** Returns the reader of the mail with the link to a guest's data; null if the shop has no data of the email. */
export function privacyMailReaders(
  deps: Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>,
  readGuest: ReadGuest,
): Pick<MailReaders, 'privacy-request'> {
  return {
    'privacy-request': async ({ kind, eventKey, tokenId }) => {
      const request = await findPrivacyRequest(deps, tokenId);
      if (!request) return null;
      const { orders, alerts, mails, messages } = await readGuest(deps.db, request.email);
      if (orders.length + alerts.length + mails.length + messages.length === 0) return null;
      const token = privacyTokenOf(deps.secret, tokenId);
      const link = `${deps.environment.publicUrl}/privacy/requests#token=${token}`;
      return { kind, eventKey, to: request.email, link };
    },
  };
}
