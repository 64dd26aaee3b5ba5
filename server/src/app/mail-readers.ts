import { alertMailReaders } from '../catalog/alerts/alert-mails.ts';
import type { Deps } from '../deps.ts';
import type { OtherMailReaders } from '../foundations/notifications/mail-jobs.ts';
import { accountMailReaders } from '../people/identity/account-mails.ts';
import { privacyMailReaders } from '../people/privacy/privacy-mails.ts';
import { draftMailReaders } from '../sales/orders/drafts/send-draft.ts';
import { orderMailReaders } from '../sales/orders/order-mails.ts';
import { parcelMailReaders } from '../sales/orders/parcels/parcel-mails.ts';
import { disputeMailReaders } from '../sales/payments/disputes/dispute-mails.ts';
import { returnMailReaders } from '../sales/returns/return-mails.ts';
import { readGuest } from './read-guest.ts';

/** Returns the mail readers of all slices by the kind of mail. */
export function mailReaders(deps: Pick<Deps, 'db' | 'environment' | 'now' | 'secret'>): OtherMailReaders {
  return {
    ...accountMailReaders(deps),
    ...orderMailReaders(deps),
    ...alertMailReaders(deps),
    ...disputeMailReaders(deps),
    ...draftMailReaders(deps),
    ...parcelMailReaders(deps),
    ...returnMailReaders(deps),
    ...privacyMailReaders(deps, readGuest),
  };
}
