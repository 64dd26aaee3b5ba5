import { expect, test } from 'vitest';
import { isEnabled, type MailContent } from './mail-registry.ts';

const kinds: MailContent['kind'][] = [
  'order-placed',
  'order-paid',
  'order-shipped',
  'parcel-shipped',
  'order-delivered',
  'order-cancelled',
  'password-reset',
  'invitation',
  'newsletter',
  'low-stock',
  'new-order',
];
const everything = {
  emailNotifications: true,
  orderConfirmations: true,
  marketingEmails: true,
  lowStockAlerts: true,
  newOrderAlerts: true,
};
const unwanted = (off: keyof typeof everything) =>
  kinds.filter((kind) => !isEnabled(kind, { ...everything, [off]: false }));

test('turns off only the mails of each setting, never account mails', () => {
  expect(kinds.filter((kind) => !isEnabled(kind, everything))).toEqual([]);
  expect(unwanted('emailNotifications')).toEqual([
    'order-placed',
    'order-paid',
    'order-shipped',
    'parcel-shipped',
    'order-delivered',
    'order-cancelled',
  ]);
  expect(unwanted('orderConfirmations')).toEqual(['order-placed', 'order-paid']);
  expect(unwanted('marketingEmails')).toEqual(['newsletter']);
  expect(unwanted('lowStockAlerts')).toEqual(['low-stock']);
  expect(unwanted('newOrderAlerts')).toEqual(['new-order']);
});
