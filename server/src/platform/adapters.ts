import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AdapterShape, checkedAdapter, faultOf } from '@reprise/extension/adapter-shape';
import { type Carrier, carrierShape } from '@reprise/extension/carrier';
import { type Channel, channelShape } from '@reprise/extension/channel';
import { type FileStorage, fileStorageShape } from '@reprise/extension/file-storage';
import { type PaymentPage, paymentPageShape } from '@reprise/extension/payment-page';
import { type SendMail, sendMailShape } from '@reprise/extension/send-mail';
import { type TaxService, taxServiceShape } from '@reprise/extension/tax-service';
import { InvalidSettings } from './environment.ts';

/** Setting that names the module of an adapter. */
type AdapterSetting =
  | 'MAIL_ADAPTER'
  | 'STORAGE_ADAPTER'
  | 'SEARCH_ADAPTER'
  | 'CARRIER_ADAPTER'
  | 'CHANNEL_ADAPTER'
  | 'TAX_ADAPTER'
  | 'PAYMENT_ADAPTER';

/**
 * Returns a function that loads an adapter: the default export of a module, which replaces a part of the shop. Named by a
 * setting of the environment only, never by a screen, because it is code that runs as the shop. Loading throws
 * InvalidSettings for a module without the shape; calls throw an error that names the field of a wrong result.
 */
export function adapterLoader<T>(setting: AdapterSetting, shape: AdapterShape<T>) {
  return async (path: string): Promise<T> => {
    const file = resolve(path);
    if (!existsSync(file)) throw new InvalidSettings(`${setting}: there is no file ${file}.`);
    const module = (await import(pathToFileURL(file).href)) as { default?: unknown };
    return openAdapter(setting, file, module, shape);
  };
}

/** Returns the default export of a module as an adapter that checks its results; throws InvalidSettings if it is none. */
export function openAdapter<T>(
  origin: string,
  file: string,
  module: { default?: unknown },
  shape: AdapterShape<T>,
): T {
  const fault = faultOf(module.default, shape);
  if (fault !== null) throw new InvalidSettings(`${origin}: ${file} ${fault} (docs/extending.md).`);
  return checkedAdapter(origin, module.default, shape);
}

export const loadMailAdapter = adapterLoader<SendMail>('MAIL_ADAPTER', sendMailShape);
export const loadStorageAdapter = adapterLoader<FileStorage>('STORAGE_ADAPTER', fileStorageShape);
export const loadCarrierAdapter = adapterLoader<Carrier>('CARRIER_ADAPTER', carrierShape);
export const loadChannelAdapter = adapterLoader<Channel>('CHANNEL_ADAPTER', channelShape);
export const loadTaxAdapter = adapterLoader<TaxService>('TAX_ADAPTER', taxServiceShape);
export const loadPaymentAdapter = adapterLoader<PaymentPage>('PAYMENT_ADAPTER', paymentPageShape);
