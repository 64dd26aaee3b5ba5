import { currencyFault } from '@reprise/extension/currencies';
import type { TaxedPlace, TaxService } from '@reprise/extension/tax-service';
import type { Deps } from '../../../deps.ts';
import { readPaymentKeys } from '../../../foundations/settings/payment-keys.ts';
import { loadTaxAdapter } from '../../../platform/adapters.ts';
import { createSharedLimit } from '../../../platform/http/rate-limit/rate-limit.ts';
import { loadTaxProvider } from '../../../platform/shipped-extensions.ts';
import { dayMs, secondMs } from '../../../platform/time.ts';

type TaxDeps = Pick<Deps, 'db' | 'environment' | 'secret' | 'now'>;

/** Returns TAX_ADAPTER or, with keys of Stripe, its service of tax rates; null if there is neither that takes the store's currency. */
async function openTaxService(deps: TaxDeps): Promise<TaxService | null> {
  const { taxAdapter, stripeApiUrl } = deps.environment;
  if (taxAdapter !== undefined) return loadTaxAdapter(taxAdapter);
  const keys = await readPaymentKeys(deps);
  if (keys === null || keys === 'unreadable') return null;
  const provider = await loadTaxProvider();
  if (currencyFault(provider.name, provider) !== null) return null;
  return provider.open({ secretKey: keys.secretKey, apiUrl: stripeApiUrl });
}

type Known = { basisPoints: number; until: number };

/** Rates of this process by place: a service charges for each question, and rates change on a day. */
const known = new Map<string, Known>();
const maxKnown = 2000;
const maxBasisPoints = 5000;

/** Returns the tax rate at a place in basis points; null without a service. */
export async function taxRateAt(deps: TaxDeps, place: TaxedPlace): Promise<number | null> {
  const key = JSON.stringify([place.country, place.state, place.zipCode, place.city].map(plain));
  const now = deps.now().getTime();
  const before = known.get(key);
  if (before && before.until > now) return before.basisPoints;
  const service = await openTaxService(deps);
  if (!service) return null;
  await countQuestion(deps);
  const basisPoints = Math.round((await service.rateAt(place)) * 10) / 10;
  if (!(basisPoints >= 0 && basisPoints <= maxBasisPoints))
    throw new Error(`A tax rate of ${basisPoints} basis points.`);
  if (known.size >= maxKnown) known.clear();
  known.set(key, { basisPoints, until: now + dayMs });
  return basisPoints;
}

/**
 * Questions to a service in a day, over all processes. Strangers who invent places would otherwise run up its bill; past
 * it the rates of the settings count.
 */
const questions = { points: 5000, duration: dayMs / secondMs };

async function countQuestion({ db, environment }: TaxDeps): Promise<void> {
  if (environment.rateLimit === 'off') return;
  await createSharedLimit(db, 'tax-questions', questions)('shop');
}

const plain = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
