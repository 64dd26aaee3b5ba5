import { ebayEndpoints } from '@reprise/contract/channels/ebay';
import { type Call, defineCall } from '../define-call.ts';

/** Check the keys of an eBay account and store them encrypted: `PUT /channels/:id/ebay-account` */
export const setEbayAccount: Call<typeof ebayEndpoints.setEbayAccount> = /* @__PURE__ */ defineCall(ebayEndpoints.setEbayAccount);

/** Settings of an eBay channel; `choices` are read from the account: `GET /channels/:id/ebay-settings` */
export const getEbaySettings: Call<typeof ebayEndpoints.getEbaySettings> = /* @__PURE__ */ defineCall(ebayEndpoints.getEbaySettings);

/** Store the settings of an eBay channel; its listings follow: `PUT /channels/:id/ebay-settings` */
export const setEbaySettings: Call<typeof ebayEndpoints.setEbaySettings> = /* @__PURE__ */ defineCall(ebayEndpoints.setEbaySettings);
