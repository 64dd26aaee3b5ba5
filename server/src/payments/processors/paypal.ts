import { Problem, problemCodeOf } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { readSettings } from '../../settings/settings.queries.ts';
import { updateSettings } from '../../settings/update-settings.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import { type ProcessorDeps, stripeInUse } from './processors.ts';

type PaypalDeps = ProcessorDeps & Pick<Deps, 'now'>;

/** Throws unless the processor accepts PayPal; the test processor always does. */
export async function assertPaypalAvailable(deps: ProcessorDeps): Promise<void> {
  const works = await takesPaypal(deps).catch((cause) => {
    throw paypalUnavailable('Could not check PayPal with Stripe, so it stays off. Try again', cause);
  });
  if (works) return;
  throw paypalUnavailable(
    "PayPal is not enabled for this Stripe account. Turn it on in Stripe's dashboard under Settings, Payment methods, then try again",
  );
}

/**
 * Stops offering PayPal and records a discrepancy when Stripe does not accept it for this account. Orders PayPal
 * excludes for other reasons, such as the amount, change nothing.
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
          "PayPal is no longer enabled for this Stripe account, so the shop stopped offering it. Card payments are not affected. Turn PayPal on in Stripe's dashboard, then turn it on again under Settings, Payment.",
      },
      deps.now(),
    );
    await updateSettings(deps, { paypalEnabled: false, version }, null);
  } catch (error) {
    // The settings were edited concurrently or Stripe is unavailable: the next payment checks again.
    const code = problemCodeOf(error);
    if (code !== 'EDIT_CONFLICT' && code !== 'PAYMENT_UNAVAILABLE') throw error;
    deps.log.warn({ err: error }, 'could not stop offering PayPal');
  }
}

async function takesPaypal(deps: ProcessorDeps): Promise<boolean> {
  const stripe = await stripeInUse(deps);
  return stripe === null || (await stripe.processor.takesPaypal());
}

function paypalUnavailable(message: string, cause?: unknown): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'paypalEnabled', message }], cause });
}
