import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Deps } from '../../platform/deps.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { updateSettings } from '../../settings/update-settings.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import { type ProcessorDeps, stripeInUse } from './processors.ts';

type PaypalDeps = ProcessorDeps & Pick<Deps, 'now'>;

/** Refuses to offer PayPal where nobody would take it. The built-in test processor plays it. */
export async function refuseUnlessPaypalWorks(deps: ProcessorDeps): Promise<void> {
  const works = await takesPaypal(deps).catch((cause) => {
    throw cannotOffer('Stripe could not be asked whether it takes PayPal, so it stays off. Try again', cause);
  });
  if (works) return;
  throw cannotOffer(
    "Stripe does not take PayPal for this account. Turn it on in Stripe's dashboard, under Settings, Payment methods, then try again",
  );
}

/**
 * Where PayPal is offered and Stripe does not take it for this account, the shop stops offering it and tells the
 * administrator. An order that PayPal is only not made for, as by its amount, changes nothing.
 */
export async function withdrawPaypal(deps: PaypalDeps): Promise<void> {
  const { paypalEnabled, version } = await readSettings(deps.db);
  if (!paypalEnabled) return;
  try {
    if (await takesPaypal(deps)) return;
    await recordDiscrepancy(
      deps.db,
      {
        key: `paypal-unavailable:${version}`,
        kind: 'paypal-unavailable',
        orderId: null,
        intentId: null,
        detail:
          "Stripe does not take PayPal for this account any more, so the shop stopped offering it; cards are taken as before. Turn PayPal on in Stripe's dashboard, then switch it on again under Settings, Payment.",
      },
      deps.now(),
    );
    await updateSettings(deps, { paypalEnabled: false, version }, null);
  } catch (error) {
    // Somebody else has changed the settings, or Stripe does not answer: the next payment asks again.
    const code = problemCodeOf(error);
    if (code !== 'EDIT_CONFLICT' && code !== 'PAYMENT_UNAVAILABLE') throw error;
    deps.log.warn({ err: error }, 'PayPal not withdrawn');
  }
}

async function takesPaypal(deps: ProcessorDeps): Promise<boolean> {
  const stripe = await stripeInUse(deps);
  return stripe === null || (await stripe.processor.takesPaypal());
}

function cannotOffer(message: string, cause?: unknown): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'paypalEnabled', message }], cause });
}
