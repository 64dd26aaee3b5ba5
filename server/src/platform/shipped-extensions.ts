import type { OtherShop } from '@reprise/contract/foundations/checked-import';
import type { EbayAccount, EbayChoices, EbaySettings } from '@reprise/ebay';
import type { AdapterShape } from '@reprise/extension/adapter-shape';
import { type CarrierService, carrierServiceShape } from '@reprise/extension/carrier';
import { type Marketplace, marketplaceShape } from '@reprise/extension/channel';
import type { FileChannel } from '@reprise/extension/file-channel';
import { hasColumns } from '@reprise/extension/file-rows';
import { type SearchServer, searchServerShape } from '@reprise/extension/search-index';
import type { ShopExports } from '@reprise/extension/shop-export';
import { type TaxProvider, taxProviderShape } from '@reprise/extension/tax-service';
import shopify from '@reprise/shopify';
import woocommerce from '@reprise/woocommerce';
import { openAdapter } from './adapters.ts';

// Packages of extensions/ that are part of an installation. This file alone loads them; those with calls to a service are
// loaded when the shop first needs them, and checked as a module of a setting is.

const open = <T>(name: string, module: { default: unknown }, shape: AdapterShape<NoInfer<T>>): T =>
  openAdapter<T>(name, name, module, shape);

/** Returns the service that buys labels with the key of the settings. */
export async function loadCarrierService(): Promise<CarrierService> {
  return open('@reprise/easypost', await import('@reprise/easypost'), carrierServiceShape);
}

/** Returns the service of tax rates that the keys of the payments open. */
export async function loadTaxProvider(): Promise<TaxProvider> {
  return open('@reprise/stripe-tax', await import('@reprise/stripe-tax'), taxProviderShape);
}

/** Keys of the connected account. */
export type MarketplaceAccount = EbayAccount;

type ConnectedMarketplace = Marketplace<EbayAccount, EbaySettings, EbayChoices>;

/** Returns the marketplace whose account is connected on a screen. */
export async function loadMarketplace(): Promise<ConnectedMarketplace> {
  return open('@reprise/ebay', await import('@reprise/ebay'), marketplaceShape);
}

/** Returns the marketplace that works by files. */
export async function loadFileChannel(): Promise<FileChannel> {
  return (await import('@reprise/back-market')).default;
}

/** Returns the search server that SEARCH_URL is the address of. */
export async function loadSearchServer(): Promise<SearchServer> {
  return open('@reprise/opensearch', await import('@reprise/opensearch'), searchServerShape);
}

/** Readers of the exports of other shops. */
export const shopExports: Record<OtherShop, ShopExports> = { shopify, woocommerce };

/** Returns the shop that wrote a file of products with these columns. */
export function findShopOf(names: string[]): OtherShop | null {
  const shops = Object.entries(shopExports) as [OtherShop, ShopExports][];
  const match = shops.find(([, { products }]) =>
    products.telling.some((columns) => hasColumns(names, columns)),
  );
  return match?.[0] ?? null;
}
