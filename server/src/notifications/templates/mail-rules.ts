import type { Settings } from '@reprise/contract/settings';
import type { MailContent } from './mail-content.ts';

type Toggles = Pick<
  Settings,
  'emailNotifications' | 'orderConfirmations' | 'marketingEmails' | 'lowStockAlerts' | 'newOrderAlerts'
>;

/**
 * Returns true when the store sends mails of this kind. Account mails and messages to the store are always sent, so
 * that users cannot be locked out.
 */
export function isEnabled(kind: MailContent['kind'], toggles: Toggles): boolean {
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
    case 'support-reply':
    case 'test':
    case 'dispute':
    case 'privacy-request':
    case 'unit-short':
      return true;
    case 'low-stock':
      return toggles.lowStockAlerts;
    case 'new-order':
      return toggles.newOrderAlerts;
    case 'newsletter':
      return toggles.marketingEmails;
    case 'order-placed':
    case 'order-paid':
      return toggles.emailNotifications && toggles.orderConfirmations;
    default:
      return toggles.emailNotifications;
  }
}
