import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { returnWishes } from '@reprise/contract/sales/returns/return-states';
import { createElement as h } from 'react';
import { z } from 'zod';
import { defineMail, type MailDesign } from './define-mail.ts';
import { Text } from './elements.ts';
import { byDay, formatDateTime } from './format-day.ts';
import { withGreeting } from './greeting.ts';
import { type MailParts, paragraph } from './mail-layout.ts';
import { amount } from './mailed-order.ts';
import { settledSentences, settlement } from './settled-return.ts';

/** Steps of a case of return that its customer reads of. */
const returnSteps = [
  'requested',
  'approved',
  'label',
  'label-void',
  'reminder',
  'refused',
  'cancelled',
  'expired',
  'received',
  'lost',
  'locked',
  'repairing',
  'settled',
  'sent-back',
] as const;
type ReturnStep = (typeof returnSteps)[number];

const update = {
  step: z.enum(returnSteps),
  firstName: z.string(),
  number: z.string(),
  orderNumber: z.string(),
  items: z.array(z.string()),
  openedAt: z.string(),
  sendBy: z.string().nullable(),
  answerBy: z.string().nullable(),
  labelBy: z.enum(['store', 'customer']),
  /** Carrier and service of the label that the store has bought; '' without one. */
  label: z.string().default(''),
  hadLabel: z.boolean().default(false),
  /** Price of it that is taken off the refund. */
  labelDeduction: amount.default(cents(0)),
  /** Lines of the address that the parcel goes to. */
  sendTo: z.array(z.string()),
  /** Steps before it is sent, in the words of the store; '' for the usual ones. */
  instructions: z.string(),
  /** Amount to be given back; of a settled case what this settlement gives back. */
  amount,
  /** Amount that this settlement and those before it gave back. */
  totalAmount: amount.default(cents(0)),
  deductions: z.array(z.object({ item: z.string(), note: z.string(), amount })),
  /** Shares of the price that the policy retains. */
  retained: z.array(z.object({ item: z.string(), percent: z.number() })).default([]),
  /** Items that were not in the parcel, and those that another device came instead of. */
  missing: z.array(z.string()).default([]),
  exchanged: z.array(z.string()).default([]),
  /** Items without a refund: they were not in the parcel. */
  kept: z.array(z.string()),
  /** Items that the bank has paid back after a dispute. */
  byBank: z.array(z.string()).default([]),
  /** Items whose money went back outside the case. */
  byHand: z.array(z.string()).default([]),
  /** Items that are not settled yet. */
  waiting: z.array(z.string()).default([]),
  wish: z.enum(returnWishes).default('refund'),
  /** Items that were sent back to the customer, and their carrier and tracking number. */
  sentBack: z.array(z.string()).default([]),
  parcel: z.string().default(''),
  isRepaired: z.boolean().default(true),
  /** Items that were replaced, and the numbers of the orders that send the others. */
  replaced: z.array(z.string()).default([]),
  replacements: z.array(z.string()).default([]),
  refuseReason: z.string(),
  url: z.string(),
};
export type ReturnUpdate = z.output<z.ZodObject<typeof update>>;

const opened = {
  number: z.string(),
  orderNumber: z.string(),
  items: z.array(z.string()),
  answerBy: z.string().nullable(),
  url: z.string(),
};
type ReturnOpened = z.output<z.ZodObject<typeof opened>>;

const withdrawal = { orderNumber: z.string(), receivedAt: z.string() };

/** Mails about cases of return; each to the customer names the next step and its day. */
export const returnMails = {
  'return-update': defineMail({
    content: update,
    request: { returnId: z.string(), step: z.enum(returnSteps), settlement: settlement.optional() },
    owner: 'address',
    toggles: ['emailNotifications'],
    budget: null,
    secretLink: ({ url }) => url,
    render: returnUpdate,
  }),
  /** Contains no words of the caller, because the address may belong to someone else. */
  'withdrawal-received': defineMail({
    content: withdrawal,
    request: 'content',
    owner: 'address',
    toggles: [],
    budget: 'unverified',
    render: withdrawalReceived,
  }),
  'return-opened': defineMail({
    content: opened,
    request: { returnId: z.string() },
    owner: 'address',
    toggles: [],
    budget: null,
    render: returnOpened,
  }),
  'return-overdue': defineMail({
    content: opened,
    request: { returnId: z.string() },
    owner: 'address',
    toggles: [],
    budget: null,
    render: returnOverdue,
  }),
};

const headings: Record<ReturnStep, string> = {
  requested: 'We received your return request',
  approved: 'Your return is approved',
  label: 'The label for your return is ready',
  'label-void': 'Do not use the label of your return',
  reminder: 'Your return is waiting for its parcel',
  refused: 'We cannot take this return',
  cancelled: 'Your return is called off',
  expired: 'Your return has expired',
  received: 'Your parcel has arrived',
  lost: 'Your parcel is lost',
  locked: 'Your device is locked to an account',
  repairing: 'We repair your device',
  settled: 'Your return is settled',
  'sent-back': 'A parcel is on its way to you',
};

const headingOf = ({ step, replaced }: ReturnUpdate): string =>
  step === 'settled' && replaced.length > 0 ? 'We replace your item' : headings[step];

function returnUpdate(content: ReturnUpdate, { store }: MailDesign) {
  const heading = headingOf(content);
  const [first = '', ...rest] = sentencesOf(content, store.storeName);
  const greeting = withGreeting(content.firstName, first);
  const sentences = [
    greeting,
    ...rest,
    ...(content.hadLabel && endsUnsent.includes(content.step) ? [voidLabel] : []),
    `Return ${content.number}: ${content.items.join(', ')}.`,
  ];
  const parts: MailParts = {
    preview: greeting,
    heading,
    children: sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
    action: { label: actionOf(content), href: content.url },
  };
  return { subject: `${heading}: order ${content.orderNumber}`, parts };
}

function actionOf({ step, label }: ReturnUpdate): string {
  if (step !== 'approved' && step !== 'label' && step !== 'reminder') return 'See your order';
  return label === '' ? 'Open the return' : 'Print the label';
}

const endsUnsent: readonly ReturnStep[] = ['cancelled', 'expired'];
const voidLabel = 'The label that we sent you is no longer valid. Please do not use it.';

function sentencesOf(content: ReturnUpdate, storeName: string): string[] {
  const { orderNumber, openedAt, sendBy, answerBy, refuseReason } = content;
  switch (content.step) {
    case 'requested':
      return [
        `we received your request of ${formatDateTime(openedAt)} to return items of order ${orderNumber}.`,
        `We answer${byDay(answerBy)}. Please do not send anything before that.`,
      ];
    case 'approved':
      return [
        `${storeName} takes back items of order ${orderNumber}. You asked on ${formatDateTime(openedAt)}.`,
        ...(content.instructions === ''
          ? [usualInstructions]
          : content.instructions.split('\n').filter(Boolean)),
        ...sendingSentences(content),
        outlookOf(content),
      ];
    case 'label':
      return [
        `the label for the parcel with items of order ${orderNumber} is ready to print.`,
        ...sendingSentences(content),
      ];
    case 'label-void':
      return [
        `the label for the parcel with items of order ${orderNumber} is no longer valid. Please do not send anything with it.`,
        'Your return stays open, and we write to you when there is another label.',
      ];
    case 'reminder':
      return [
        `we have not received the parcel with items of order ${orderNumber} yet. Please send it${byDay(sendBy)}; the return ends after that.`,
        ...sendingSentences(content),
        'You changed your mind? Call the return off on the page of your order, and the items stay yours.',
      ];
    case 'refused':
      return [
        `${storeName} cannot take back these items of order ${orderNumber}. ${refuseReason}`,
        'Reply to this email if you disagree.',
      ];
    case 'cancelled':
      return [
        `your return of order ${orderNumber} was called off. The items stay yours, and there is nothing left to do.`,
      ];
    case 'expired':
      return [
        `the parcel with items of order ${orderNumber} did not arrive, so the return has ended.`,
        'If you sent it or still want to, reply to this email.',
      ];
    case 'received':
      return [
        `your parcel for the return of order ${orderNumber} is here.`,
        ...contentSentences(content),
        `We look at it and decide${byDay(answerBy)}.`,
      ];
    case 'lost':
      return [
        `the parcel with items of order ${orderNumber} was lost on its way to us, and the return has ended without a refund.`,
        'If you have proof that you sent it, reply to this email.',
      ];
    case 'locked':
      return [
        'your device arrived, and an account is still signed in on it. While it is locked we can neither test nor refund it.',
        'Apple: sign in at icloud.com/find, choose the device and remove it. Google: sign in at myaccount.google.com/device-activity and sign out of it. Samsung: sign in at smartthingsfind.samsung.com and remove it.',
        'Reply to this email when it is done. We go on as soon as it is free.',
      ];
    case 'repairing':
      return [
        `we repair your device of order ${orderNumber}. It stays yours.`,
        'We write to you with its tracking number when it is on its way back to you.',
      ];
    case 'settled':
      return settledSentences(content);
    case 'sent-back':
      return sentBackSentences(content);
  }
}

/** Items that a parcel did not contain, and those that another device came instead of. */
const contentSentences = ({ missing, exchanged }: ReturnUpdate): string[] => [
  ...(missing.length > 0
    ? [`It did not contain ${missing.join(', ')}. Reply to this email if you sent it.`]
    : []),
  ...(exchanged.length > 0 ? [`Instead of ${exchanged.join(', ')} it contained another device.`] : []),
];

const sentBackSentences = ({ sentBack, parcel, isRepaired }: ReturnUpdate): string[] => [
  `we have sent back to you: ${sentBack.join(', ')}.`,
  parcel === '' ? 'It needs a few days to reach you.' : `Its carrier shows where it is: ${parcel}.`,
  isRepaired
    ? 'If something is still wrong with it, open a return on the page of your order.'
    : 'Nothing is refunded for it. Reply to this email if you disagree.',
];

const outlookOf = ({ wish, amount: total }: ReturnUpdate): string =>
  wish === 'refund'
    ? `If everything arrives as it was sent, you get back ${formatMoney(total)}.`
    : `You asked for a ${wish}. We look at what arrives and write to you what we do.`;

const usualInstructions =
  'Before you pack: sign out of all accounts, turn off device locks, take out SIM and memory cards, and erase the device. Put in everything that came with it.';

/** Where the parcel goes, by when and at whose cost. */
function sendingSentences({
  number,
  sendBy,
  labelBy,
  sendTo,
  label,
  labelDeduction,
}: ReturnUpdate): string[] {
  if (label !== '') {
    return [
      `Print the label (${label}) on the page of the return and stick it on the parcel. Send it${byDay(sendBy)}.`,
      labelBy === 'store' ? 'We pay for the way back.' : deductedLabel(labelDeduction),
    ];
  }
  const payer =
    labelBy === 'store'
      ? 'We pay for the way back: reply to this email for a label before you send it.'
      : 'You pay for the way back.';
  return [
    `Print the slip on the page of the return, or write ${number} on a note, and put it into the parcel. Send it${byDay(sendBy)}. ${payer}`,
    ...(sendTo.length > 0 ? [`Send it to: ${sendTo.join(', ')}.`] : []),
  ];
}

const deductedLabel = (price: Cents) =>
  price > 0
    ? `You pay for the way back: the price of the label, ${formatMoney(price)}, is taken off your refund. You can send the parcel with another carrier instead.`
    : 'You pay for the way back.';

function withdrawalReceived({ orderNumber, receivedAt }: z.output<z.ZodObject<typeof withdrawal>>) {
  const heading = 'We received your withdrawal';
  const sentences = [
    `On ${formatDateTime(receivedAt)} we received your declaration that you withdraw from the contract of order ${orderNumber}. This email confirms it.`,
    'The next email says what happens now: where to send the parcel, or that the order is cancelled. If we do not find the order, a person looks at it and writes to you.',
    'If you did not ask for this, reply to this email.',
  ];
  const parts: MailParts = {
    preview: sentences[0] ?? heading,
    heading,
    children: sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
  };
  return { subject: `${heading}: order ${orderNumber}`, parts };
}

function returnOpened(content: ReturnOpened) {
  const { number, orderNumber, items, answerBy } = content;
  return toStore('A return waits for your answer', content, [
    `A customer asks to return items of order ${orderNumber}: ${items.join(', ')}.`,
    `Approve or refuse ${number}${byDay(answerBy)}.`,
  ]);
}

function returnOverdue(content: ReturnOpened) {
  const { number, orderNumber, items, answerBy } = content;
  return toStore('A return is overdue', content, [
    `Return ${number} of order ${orderNumber} was to be answered${byDay(answerBy)}: ${items.join(', ')}.`,
    'The customer was given this day. Approve or refuse it, or decide on what has arrived.',
  ]);
}

function toStore(heading: string, { orderNumber, url }: ReturnOpened, sentences: string[]) {
  const parts: MailParts = {
    preview: sentences[0] ?? heading,
    heading,
    children: sentences.map((sentence) => h(Text, { key: sentence, style: paragraph }, sentence)),
    action: { label: 'See the return', href: url },
  };
  return { subject: `${heading}: order ${orderNumber}`, parts };
}
