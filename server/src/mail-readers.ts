import { alertMailReaders } from './alerts/alert-mails.ts';
import type { Deps } from './deps.ts';
import { accountMailReaders } from './identity/account-mails.ts';
import type { OtherMailReaders } from './notifications/mail-jobs.ts';
import { orderMailReaders } from './orders/order-mails.ts';
import { disputeMailReaders } from './payments/disputes/dispute-mails.ts';
import { privacyMailReaders } from './privacy/privacy-mails.ts';
import { readGuest } from './read-guest.ts';

/** Returns the mail readers of all slices by the kind of mail. */
export function mailReaders(deps: Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>): OtherMailReaders {
  return {
    ...accountMailReaders(deps),
    ...orderMailReaders(deps),
    ...alertMailReaders(deps),
    ...disputeMailReaders(deps),
    ...privacyMailReaders(deps, readGuest),
  };
}
