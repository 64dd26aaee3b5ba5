import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AdapterShape, checkedAdapter, faultOf } from '@reprise/extension/adapter-shape';
import { type Carrier, carrierShape } from '@reprise/extension/carrier';
import { type Channel, channelShape } from '@reprise/extension/channel';
import { currencyFault, type TakesCurrencies } from '@reprise/extension/currencies';
import { type FileStorage, fileStorageShape } from '@reprise/extension/file-storage';
import { type PaymentPage, paymentPageShape } from '@reprise/extension/payment-page';
import { type SendMail, sendMailShape } from '@reprise/extension/send-mail';
import { type TaxService, taxServiceShape } from '@reprise/extension/tax-service';
import { type Environment, InvalidSettings } from './environment.ts';

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

// Adapters whose amounts are in the store's currency. In a store with one that they do not take there are none.

const loadCarrier = adapterLoader<Carrier>('CARRIER_ADAPTER', carrierShape);
const loadChannel = adapterLoader<Channel>('CHANNEL_ADAPTER', channelShape);
const loadTaxes = adapterLoader<TaxService>('TAX_ADAPTER', taxServiceShape);
const loadPaymentPage = adapterLoader<PaymentPage>('PAYMENT_ADAPTER', paymentPageShape);

/** Returns a function that loads an adapter; it returns null in a store with a currency that the adapter does not take. */
const inStoreCurrency =
  <T extends TakesCurrencies>(load: (path: string) => Promise<T>) =>
  async (path: string): Promise<T | null> => {
    const adapter = await load(path);
    return currencyFault(path, adapter) === null ? adapter : null;
  };

export const loadCarrierAdapter = inStoreCurrency(loadCarrier);
export const loadChannelAdapter = inStoreCurrency(loadChannel);
export const loadTaxAdapter = inStoreCurrency(loadTaxes);

/**
 * Returns the pages of these modules that take the store's currency; throws InvalidSettings if two have the name by which a
 * payment finds its page.
 */
export async function loadPaymentPages(paths: string[]): Promise<PaymentPage[]> {
  const pages = await Promise.all(paths.map(loadPaymentPage));
  const names = pages.map(({ name }) => name);
  const twin = names.find((name, index) => names.indexOf(name) !== index);
  if (twin !== undefined) throw new InvalidSettings(`PAYMENT_ADAPTER: two modules have the name ${twin}.`);
  return pages.filter((page) => currencyFault(page.name, page) === null);
}

type AdapterPaths = Partial<
  Pick<Environment, 'carrierAdapter' | 'channelAdapter' | 'taxAdapter' | 'paymentAdapters'>
>;

type AdapterLoad = [AdapterSetting, (path: string) => Promise<TakesCurrencies>, path: string | undefined];

/** Returns which adapter does not take a currency, that of the store unless given, as a sentence; null if all do. */
export async function findAdapterCurrencyFault(
  { carrierAdapter, channelAdapter, taxAdapter, paymentAdapters = [] }: AdapterPaths,
  code?: string,
): Promise<string | null> {
  const pages = paymentAdapters.map((path): AdapterLoad => ['PAYMENT_ADAPTER', loadPaymentPage, path]);
  const loads: AdapterLoad[] = [
    ...pages,
    ['CARRIER_ADAPTER', loadCarrier, carrierAdapter],
    ['CHANNEL_ADAPTER', loadChannel, channelAdapter],
    ['TAX_ADAPTER', loadTaxes, taxAdapter],
  ];
  for (const [setting, load, path] of loads) {
    if (path === undefined) continue;
    const fault = currencyFault(`${setting} (${basename(path)})`, await load(path), code);
    if (fault !== null) return fault;
  }
  return null;
}
