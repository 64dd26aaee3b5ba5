import { type CarrierService, carrierServiceShape } from '@reprise/extension/carrier';
import { type TaxProvider, taxProviderShape } from '@reprise/extension/tax-service';
import { openAdapter } from './adapters.ts';

// Packages of extensions/ that are part of an installation, checked as a module of a setting is. This file alone names
// them; each is loaded when the shop first needs it.

const easyPost = '@reprise/easypost';
const stripeTax = '@reprise/stripe-tax';

/** Returns the service that buys labels with the key of the settings. */
export async function loadCarrierService(): Promise<CarrierService> {
  return openAdapter<CarrierService>(
    easyPost,
    easyPost,
    await import('@reprise/easypost'),
    carrierServiceShape,
  );
}

/** Returns the service of tax rates that the keys of the payments open. */
export async function loadTaxProvider(): Promise<TaxProvider> {
  return openAdapter<TaxProvider>(
    stripeTax,
    stripeTax,
    await import('@reprise/stripe-tax'),
    taxProviderShape,
  );
}
