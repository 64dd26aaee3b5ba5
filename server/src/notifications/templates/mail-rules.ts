import type { Settings } from '@reprise/contract/settings';
import type { MailContent } from './mail-content.ts';

type Toggles = Pick<
  Settings,
  'emailNotifications' | 'orderConfirmations' | 'marketingEmails' | 'lowStockAlerts'
>;

/**
 * Whether the store wants this mail. Nobody can be locked out: account mails are always sent, and so is what somebody
 * writes to the store.
 */
export function isWanted(kind: MailContent['kind'], toggles: Toggles): boolean {
  switch (kind) {
    case 'password-reset':
    case 'invitation':
    case 'verify-email':
    case 'email-change':
    case 'email-in-use':
    case 'sign-in-link':
    case 'sign-in-attempts':
    case 'security-notice':
    case 'support-message':
    case 'support-received':
    case 'test':
    case 'privacy-request':
      return true;
    case 'low-stock':
      return toggles.lowStockAlerts;
    case 'newsletter':
      return toggles.marketingEmails;
    case 'order-placed':
      return toggles.emailNotifications && toggles.orderConfirmations;
    default:
      return toggles.emailNotifications;
  }
}
