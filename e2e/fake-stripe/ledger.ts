import { randomBytes } from 'node:crypto';

// Ledger of the fake Stripe. It is separate from the shop's tables, so that tests can compare the two.

export type FakeRefund = {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  payment_intent: string;
  status: 'succeeded' | 'pending' | 'failed';
  failure_reason?: string;
  metadata: Record<string, string>;
  created: number;
};

export type FakeIntent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  livemode: boolean;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  metadata: Record<string, string>;
  /** Requested payment method types that this account supports. */
  allowed_payment_method_types: string[];
  payment_method_types: string[];
  /** Return URL while the customer is on the page of a redirect method. */
  return_url: string | null;
  latest_charge: {
    id: string;
    object: 'charge';
    amount_refunded: number;
    payment_method_details: { type: string };
    /** An id until the request expands it. */
    balance_transaction: { id: string; object: 'balance_transaction'; fee: number; currency: string };
  } | null;
  last_payment_error: { code: string; decline_code?: string; message: string } | null;
  created: number;
};

const redirects = ['paypal', 'klarna'] as const;
export type FakeRedirect = (typeof redirects)[number];
export type FakeOutcome = 'approve' | 'cancel' | 'processing';

/** Currencies of both PayPal and Klarna. */
const redirectCurrencies = ['usd', 'eur', 'gbp', 'chf', 'sek'];

/** Stripe leaves Klarna out of larger payments in dollars. */
const maxKlarnaAmount = 10_000_00;

export type FakeDispute = {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  payment_intent: string;
  reason: string;
  status: 'needs_response' | 'warning_needs_response' | 'under_review' | 'won' | 'lost' | 'warning_closed';
  /** Stripe rejects refunds of a chargeback that is open or lost; those of an inquiry end it. */
  is_charge_refundable: boolean;
  evidence_details: { due_by: number | null };
  /** Withdrawals are negative, reinstatements positive. */
  balance_transactions: { amount: number }[];
  livemode: boolean;
  created: number;
};

export type FakeEvent = {
  id: string;
  object: 'event';
  type: string;
  livemode: boolean;
  created: number;
  data: { object: object };
};

/** Error response of Stripe. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: { error: { type: string; code?: string; decline_code?: string; message: string } };
  constructor(
    status: number,
    error: { type: string; code?: string; decline_code?: string; message: string },
  ) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

const invalid = (code: string, message: string, status = 400) =>
  new StripeError(status, { type: 'invalid_request_error', code, message });

/** Least charge by currency, in Stripe's units; of others it is converted. */
const leastCharge: Record<string, number> = {
  ...{ usd: 50, eur: 50, gbp: 30, chf: 50, jpy: 50, huf: 17_500, sek: 300, isk: 7000, kwd: 150, vnd: 13_000 },
};
const isInHundreds = (currency: string) => currency === 'isk' || currency === 'ugx';

/** Throws for an amount that Stripe refuses: of a currency it does not know, off its step, or too small to charge. */
function assertAmount(amount: number, currency: string, isCharge: boolean): void {
  const least = leastCharge[currency];
  if (least === undefined) throw invalid('parameter_invalid_string', `Invalid currency: ${currency}`);
  const step = isInHundreds(currency) ? 100 : currency === 'kwd' ? 10 : 1;
  if (amount % step !== 0)
    throw invalid('parameter_invalid_integer', `Amounts in ${currency} must be multiples of ${step}.`);
  if (isCharge && amount < least)
    throw invalid('amount_too_small', `Amount must be at least ${least} in ${currency}.`);
}

const newId = (kind: string) => `${kind}_${randomBytes(12).toString('hex')}`;

/** Outcomes of Stripe's documented test cards. */
const cards: Record<string, { code: string; decline_code?: string; message: string }> = {
  '4000000000000002': {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
};
const challenged = new Set(['4000002760003184', '4000002500003155']);

export function createLedger(clock: () => Date = () => new Date()) {
  const intents = new Map<string, FakeIntent>();
  const refunds = new Map<string, FakeRefund>();
  const events: FakeEvent[] = [];
  const disputes = new Map<string, FakeDispute>();
  /** `refused`: a request that names the method gets an error instead of an intent without it. */
  const account: {
    paypal: boolean | 'refused';
    klarna: boolean | 'refused';
    /** True for a restricted key that may read neither disputes nor webhook endpoints. */
    isRestricted: boolean;
    webhooks: { url: string; status: string; enabled_events: string[] }[];
  } = { paypal: true, klarna: true, isRestricted: false, webhooks: [] };
  const seconds = () => Math.floor(clock().getTime() / 1000);

  const recordEvent = (type: string, object: object) => {
    events.push({
      id: newId('evt'),
      object: 'event',
      type,
      livemode: 'livemode' in object && object.livemode === true,
      created: seconds(),
      data: { object: structuredClone(object) },
    });
  };

  const find = (id: string): FakeIntent => {
    const intent = intents.get(id);
    if (!intent) throw invalid('resource_missing', `No such payment_intent: '${id}'`, 404);
    return intent;
  };

  const capture = (intent: FakeIntent, type = 'card') => {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    const payment_method_details = { type };
    const balance_transaction = {
      id: newId('txn'),
      object: 'balance_transaction' as const,
      fee: Math.round(intent.amount * 0.029) + 30,
      currency: intent.currency,
    };
    intent.latest_charge = {
      id: newId('ch'),
      object: 'charge',
      amount_refunded: 0,
      payment_method_details,
      balance_transaction,
    };
    intent.return_url = null;
    recordEvent('payment_intent.succeeded', intent);
  };

  const payable = (id: string): FakeIntent => {
    const intent = find(id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalid(
        'payment_intent_unexpected_state',
        `This PaymentIntent's status is ${intent.status}: it cannot be confirmed.`,
      );
    }
    return intent;
  };

  /** Returns the requested types that the account supports for the amount. */
  const supportedTypes = (types: string[], amount: number, currency: string): string[] => {
    const refused = redirects.find((type) => types.includes(type) && account[type] === 'refused');
    if (refused) {
      throw invalid('payment_intent_invalid_parameter', `${refused} is not available for this account.`);
    }
    return types.filter((type) => {
      if (type === 'klarna' && amount > maxKlarnaAmount) return false;
      if (type !== 'card' && !redirectCurrencies.includes(currency)) return false;
      return type === 'card' || account[type as FakeRedirect] === true;
    });
  };

  return {
    intents,
    refunds,
    events,
    disputes,
    account,
    find,
    /** Throws if the intent belongs to the other mode: Stripe reports it as missing. */
    findIn(livemode: boolean, id: string): void {
      const intent = intents.get(id);
      if (intent && intent.livemode !== livemode) {
        throw invalid('resource_missing', `No such payment_intent: '${id}'`, 404);
      }
    },
    create(
      amount: number,
      currency: string,
      metadata: Record<string, string>,
      types: string[] = ['card'],
      livemode = false,
    ): FakeIntent {
      assertAmount(amount, currency, true);
      const supported = supportedTypes(types, amount, currency);
      const id = newId('pi');
      const intent: FakeIntent = {
        id,
        object: 'payment_intent',
        amount,
        amount_received: 0,
        currency,
        client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
        livemode,
        status: 'requires_payment_method',
        metadata,
        allowed_payment_method_types: types,
        payment_method_types: supported,
        return_url: null,
        latest_charge: null,
        last_payment_error: null,
        created: seconds(),
      };
      intents.set(id, intent);
      recordEvent('payment_intent.created', intent);
      return intent;
    },
    limit(id: string, types: string[]): FakeIntent {
      const intent = payable(id);
      Object.assign(intent, {
        allowed_payment_method_types: types,
        payment_method_types: supportedTypes(types, intent.amount, intent.currency),
      });
      return intent;
    },
    /** Redirects the customer to PayPal or Klarna. */
    visit(id: string, type: FakeRedirect, returnUrl: string): FakeIntent {
      const intent = payable(id);
      if (!intent.payment_method_types.includes(type)) {
        throw invalid('payment_intent_incompatible_payment_method', `This intent does not take ${type}.`);
      }
      intent.status = 'requires_action';
      intent.return_url = returnUrl;
      recordEvent('payment_intent.requires_action', intent);
      return intent;
    },
    /** Ends the visit. `processing`: the customer has approved, and the money has not arrived yet. */
    leave(id: string, type: FakeRedirect, how: FakeOutcome): FakeIntent {
      const intent = payable(id);
      if (how === 'approve') capture(intent, type);
      else if (how === 'processing') intent.status = 'processing';
      else {
        intent.status = 'requires_payment_method';
        intent.last_payment_error = {
          code: 'payment_method_provider_decline',
          message: `The payer cancelled at ${type}.`,
        };
        recordEvent('payment_intent.payment_failed', intent);
      }
      return intent;
    },
    /** Confirms the intent with a card, as stripe.js does. */
    pay(id: string, card: string): FakeIntent {
      const intent = payable(id);
      const decline = cards[card];
      if (decline) {
        intent.last_payment_error = decline;
        recordEvent('payment_intent.payment_failed', intent);
        throw new StripeError(402, { type: 'card_error', ...decline });
      }
      if (challenged.has(card)) {
        intent.status = 'requires_action';
        recordEvent('payment_intent.requires_action', intent);
      } else capture(intent);
      return intent;
    },
    /** Completes 3-D Secure. */
    answer(id: string, passed: boolean): FakeIntent {
      const intent = payable(id);
      if (passed) capture(intent);
      else {
        intent.status = 'requires_payment_method';
        intent.last_payment_error = {
          code: 'payment_intent_authentication_failure',
          message: 'We are unable to authenticate your payment method.',
        };
        recordEvent('payment_intent.payment_failed', intent);
      }
      return intent;
    },
    cancel(id: string): FakeIntent {
      const intent = find(id);
      if (intent.status === 'canceled') return intent;
      if (intent.status === 'succeeded' || intent.status === 'processing') {
        throw invalid(
          'payment_intent_unexpected_state',
          `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
        );
      }
      intent.status = 'canceled';
      recordEvent('payment_intent.canceled', intent);
      return intent;
    },
    refund(
      id: string,
      amount: number,
      metadata: Record<string, string>,
      status: FakeRefund['status'] = 'succeeded',
    ): FakeRefund {
      const intent = find(id);
      const charge = intent.latest_charge;
      if (!charge) throw invalid('charge_not_refundable', 'This PaymentIntent has no charge to refund.');
      if (intent.status !== 'succeeded') {
        throw invalid('charge_not_refundable', `A payment that is ${intent.status} cannot be refunded.`);
      }
      assertAmount(amount, intent.currency, false);
      const blocking = [...disputes.values()].find(
        (dispute) => dispute.payment_intent === id && !dispute.is_charge_refundable,
      );
      if (blocking) {
        throw invalid('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
      }
      if (charge.amount_refunded + amount > intent.amount) {
        throw invalid(
          'charge_already_refunded',
          'Refund amount is greater than unrefunded amount on charge.',
        );
      }
      charge.amount_refunded += amount;
      const refund: FakeRefund = {
        id: newId('re'),
        object: 'refund',
        amount,
        currency: intent.currency,
        payment_intent: id,
        status,
        metadata,
        created: seconds(),
      };
      refunds.set(refund.id, refund);
      recordEvent('refund.created', refund);
      recordEvent('charge.refunded', { ...charge, payment_intent: id });
      return refund;
    },
    /** Opens a dispute of a captured payment and withdraws its amount, as Stripe does. */
    openDispute(intentId: string, reason = 'fraudulent', dueInDays = 7): FakeDispute {
      const intent = find(intentId);
      const dispute: FakeDispute = {
        id: newId('dp'),
        object: 'dispute',
        amount: intent.amount_received,
        currency: intent.currency,
        payment_intent: intentId,
        reason,
        status: 'needs_response',
        is_charge_refundable: false,
        evidence_details: { due_by: seconds() + dueInDays * 86_400 },
        balance_transactions: [{ amount: -intent.amount_received }],
        livemode: intent.livemode,
        created: seconds(),
      };
      disputes.set(dispute.id, dispute);
      recordEvent('charge.dispute.created', dispute);
      recordEvent('charge.dispute.funds_withdrawn', dispute);
      return dispute;
    },
    /** Opens an inquiry of the bank, which withdraws nothing. */
    openInquiry(intentId: string): FakeDispute {
      const intent = find(intentId);
      const dispute: FakeDispute = {
        id: newId('dp'),
        object: 'dispute',
        amount: intent.amount_received,
        currency: intent.currency,
        payment_intent: intentId,
        reason: 'general',
        status: 'warning_needs_response',
        is_charge_refundable: true,
        evidence_details: { due_by: seconds() + 7 * 86_400 },
        balance_transactions: [],
        livemode: intent.livemode,
        created: seconds(),
      };
      disputes.set(dispute.id, dispute);
      recordEvent('charge.dispute.created', dispute);
      return dispute;
    },
    /** Submits the evidence in Stripe's dashboard. */
    answerDispute(dispute: FakeDispute): void {
      dispute.status = 'under_review';
      recordEvent('charge.dispute.updated', dispute);
    },
    closeDispute(dispute: FakeDispute, status: 'won' | 'lost'): void {
      dispute.status = status;
      dispute.is_charge_refundable = status === 'won';
      recordEvent('charge.dispute.closed', dispute);
      if (status === 'lost') return;
      dispute.balance_transactions.push({ amount: dispute.amount });
      recordEvent('charge.dispute.funds_reinstated', dispute);
    },
    /** Fails a refund that the bank returned. */
    failRefund(refundId: string): void {
      const refund = refunds.get(refundId);
      if (!refund) throw new Error(`No refund ${refundId}`);
      refund.status = 'failed';
      refund.failure_reason = 'expired_or_canceled_card';
      const { latest_charge: charge } = find(refund.payment_intent);
      if (charge) charge.amount_refunded -= refund.amount;
      recordEvent('refund.failed', refund);
    },
    /** Returns the captured amount minus refunds, of all intents or of one. */
    netCaptured(id?: string): number {
      return [...intents.values()]
        .filter((intent) => id === undefined || intent.id === id)
        .reduce((sum, { amount_received, latest_charge }) => {
          return sum + amount_received - (latest_charge?.amount_refunded ?? 0);
        }, 0);
    },
  };
}
