import { Problem, problemCodeOf } from '@reprise/contract/problem';
import {
  methodNames,
  offeredMethods,
  type RedirectMethod,
} from '@reprise/contract/sales/payments/payment-methods';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';
import { recordDiscrepancy } from '../discrepancies.ts';
import { type ProcessorDeps, stripeInUse } from './processors.ts';

type MethodDeps = ProcessorDeps & Pick<Deps, 'now'>;

/** Throws unless the processor accepts the method; the test processor accepts all. */
export async function assertMethodAvailable(deps: ProcessorDeps, method: RedirectMethod): Promise<void> {
  const name = methodNames[method];
  const isTaken = await takes(deps, method).catch((cause) => {
    throw unavailable(method, `Could not check ${name} with Stripe, so it stays off. Try again`, cause);
  });
  if (isTaken) return;
  throw unavailable(
    method,
    `${name} is not enabled for this Stripe account. Turn it on in Stripe's dashboard under Settings, Payment methods, then try again`,
  );
}

/**
 * Stops offering methods and records a discrepancy for each that Stripe does not accept for this account. Orders that
 * a method excludes for other reasons, such as the amount, change nothing.
 */
export async function withdrawMethods(deps: MethodDeps, methods: readonly RedirectMethod[]): Promise<void> {
  for (const method of methods) await withdraw(deps, method);
}

async function withdraw(deps: MethodDeps, method: RedirectMethod): Promise<void> {
  // One read for both: with a version that another request has raised in between, the same would be recorded again.
  const settings = await readSettings(deps.db);
  if (!offeredMethods(settings).includes(method)) return;
  const { version } = settings;
  const name = methodNames[method];
  try {
    if (await takes(deps, method)) return;
    await recordDiscrepancy(
      deps.db,
      {
        key: `${method}-unavailable:${version}`,
        kind: `${method}-unavailable`,
        orderId: null,
        intentId: null,
        detail: `${name} is no longer enabled for this Stripe account, so the shop stopped offering it. Card payments are not affected. Turn ${name} on in Stripe's dashboard, then turn it on again under Settings, Payment.`,
      },
      deps.now(),
    );
    await updateSettings(deps, { [`${method}Enabled`]: false, version }, null);
  } catch (error) {
    // The settings were edited concurrently or Stripe is unavailable: the next payment checks again.
    const code = problemCodeOf(error);
    if (code !== 'EDIT_CONFLICT' && code !== 'PAYMENT_UNAVAILABLE') throw error;
    deps.log.warn({ err: error, method }, 'could not stop offering a payment method');
  }
}

async function takes(deps: ProcessorDeps, method: RedirectMethod): Promise<boolean> {
  const stripe = await stripeInUse(deps);
  return stripe === null || (await stripe.processor.takes(method));
}

function unavailable(method: RedirectMethod, message: string, cause?: unknown): Problem {
  return new Problem('VALIDATION_ERROR', message, {
    errors: [{ field: `${method}Enabled`, message }],
    cause,
  });
}
