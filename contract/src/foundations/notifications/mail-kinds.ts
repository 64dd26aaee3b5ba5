/** Words in braces that an introduction may contain and its mail replaces. */
export type IntroductionWord = 'store' | 'name' | 'order';

type MailInfo = {
  /** Name on screens. */
  label: string;
  /** Words of the store's own introduction; without them the mail takes no introduction. */
  introduction?: readonly IntroductionWord[];
  /** Name of an order mail that staff may send again. */
  sendAgain?: string;
};

const orderWords = ['store', 'name', 'order'] as const;
const storeWord = ['store'] as const;

/** Every kind of mail. The server defines its content, `server/src/foundations/notifications/mails`. */
export const mailInfo = {
  'order-placed': { label: 'Order placed', introduction: orderWords, sendAgain: 'Order received' },
  'order-paid': { label: 'Payment received', introduction: orderWords, sendAgain: 'Payment received' },
  'order-shipped': { label: 'Order shipped', introduction: orderWords, sendAgain: 'On its way' },
  'parcel-shipped': { label: 'Parcel shipped' },
  'order-delivered': { label: 'Order delivered', introduction: orderWords, sendAgain: 'Delivered' },
  'order-cancelled': { label: 'Order cancelled', introduction: orderWords, sendAgain: 'Cancelled' },
  'order-refunded': { label: 'Refund', introduction: orderWords },
  'order-edited': { label: 'Order changed', introduction: orderWords, sendAgain: 'Order changed' },
  'order-updates': { label: 'Order updates' },
  'password-reset': { label: 'New password', introduction: storeWord },
  invitation: { label: 'Invitation', introduction: storeWord },
  'verify-email': { label: 'Confirm address', introduction: storeWord },
  'email-change': { label: 'New address' },
  'email-in-use': { label: 'Address in use' },
  'sign-in-link': { label: 'Sign-in link' },
  'sign-in-attempts': { label: 'Failed sign-ins' },
  'security-notice': { label: 'Account security' },
  'back-in-stock': { label: 'Back in stock', introduction: storeWord },
  'price-drop': { label: 'Price drop', introduction: storeWord },
  'alert-set': { label: 'Alert set' },
  newsletter: { label: 'Weekly deals', introduction: storeWord },
  'low-stock': { label: 'Low stock' },
  'unit-short': { label: 'Short order' },
  'new-order': { label: 'New order' },
  dispute: { label: 'Dispute' },
  'draft-order': { label: 'Link to pay' },
  'return-update': { label: 'Return' },
  'withdrawal-received': { label: 'Withdrawal received' },
  'return-opened': { label: 'Return to approve' },
  'return-overdue': { label: 'Return overdue' },
  'support-message': { label: 'Message to the store' },
  'support-received': { label: 'Message received', introduction: storeWord },
  'support-reply': { label: 'Answer to a message', introduction: storeWord },
  'privacy-request': { label: 'Personal data request' },
  test: { label: 'Test' },
} as const satisfies Record<string, MailInfo>;

type KindsWith<Fact extends keyof MailInfo> = {
  [Kind in keyof typeof mailInfo]: Fact extends keyof (typeof mailInfo)[Kind] ? Kind : never;
}[keyof typeof mailInfo];

export type MailKind = keyof typeof mailInfo;
export const mailKinds = Object.keys(mailInfo) as [MailKind, ...MailKind[]];

/** Mails to customers that may begin with the store's own introduction. */
export type IntroducedMail = KindsWith<'introduction'>;
export const introducedMails = mailKinds.filter((kind) => 'introduction' in mailInfo[kind]) as [
  IntroducedMail,
  ...IntroducedMail[],
];

/** Order mails that staff may send again, each only after its event. */
export type OrderMailKind = KindsWith<'sendAgain'>;
export const orderMailKinds = mailKinds.filter((kind) => 'sendAgain' in mailInfo[kind]) as [
  OrderMailKind,
  ...OrderMailKind[],
];
