import { type TextPageName, textPages } from '@reprise/contract/foundations/page-texts';
import { removeReportedIntroduction } from '../foundations/notifications/introductions/mail-introductions.ts';
import { removeReportedMailServer } from '../foundations/notifications/mail-server/set-mail-server.ts';
import { restoreBeforeReported } from '../foundations/page-texts/save-page-text.ts';
import { removeReportedKeys } from '../foundations/settings/payment-keys.ts';
import { switchOffReported } from '../operations/webhooks/change-webhooks.ts';
import type { UndoReports } from '../people/identity/not-me/undo-reported.ts';

/** Undoes what notices about the store report, which other slices than the accounts have. */
export const undoStoreReports: UndoReports = {
  'webhook-added': (tx, { subject }) => switchOffReported(tx, subject),
  'payment-keys-changed': (tx, { subject }, now) => removeReportedKeys(tx, subject, now),
  'mail-server-changed': (tx, { subject }) => removeReportedMailServer(tx, subject),
  'texts-changed': async (tx, { subject }, now) => {
    const [place, name = '', version = ''] = subject.split(' ', 3);
    if (place === 'mail') return removeReportedIntroduction(tx, name, version);
    const page = textPages.find((known): known is TextPageName => known === name);
    return page !== undefined && restoreBeforeReported(tx, page, Number(version), now);
  },
};
