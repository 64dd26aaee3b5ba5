import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';
import { requiredText, text } from '../../wire.ts';
import { channel } from './channel.ts';

/** Keys of an eBay application and the consent of the seller, as eBay's developer site shows them. */
export const ebayAccountInput = z
  .object({
    /** App ID (Client ID). */
    clientId: requiredText(200, 'Paste the App ID (Client ID)'),
    /** Cert ID (Client Secret). Omitted to keep the stored one. */
    clientSecret: text(200).optional(),
    /** Refresh token of the seller's account. Omitted to keep the stored one. */
    refreshToken: text(4000).optional(),
    /** True for eBay's sandbox. */
    isTest: z.boolean(),
  })
  .meta({ id: 'EbayAccountInput' });
export type EbayAccountInput = z.output<typeof ebayAccountInput>;

const choice = z.object({ id: z.string(), name: z.string() });

/** Categories of the shop that can have one at eBay. */
const maxCategories = 500;

const ebayId = (error: string) => requiredText(64, error);

export const ebaySettings = z
  .object({
    fulfillmentPolicyId: ebayId('Choose a shipping policy'),
    paymentPolicyId: ebayId('Choose a payment policy'),
    returnPolicyId: ebayId('Choose a return policy'),
    /** Place that eBay shows as that of the item. */
    locationKey: ebayId('Choose a location'),
    /** True for members of eBay Refurbished, whose listings have its conditions. */
    isRefurbisher: z.boolean(),
    /** Number of eBay's category for each category of the shop, by its id. */
    categories: z
      .record(z.string().max(64), z.string().regex(/^\d{1,12}$/, 'Enter the number of the category'))
      .refine((value) => Object.keys(value).length <= maxCategories, `At most ${maxCategories} categories`),
  })
  .meta({ id: 'EbaySettings' });
export type EbaySettings = z.output<typeof ebaySettings>;

/** Choices for the settings, from the account. */
export const ebayChoices = z.object({
  fulfillmentPolicies: z.array(choice),
  paymentPolicies: z.array(choice),
  returnPolicies: z.array(choice),
  locations: z.array(choice),
});
export type EbayChoices = z.output<typeof ebayChoices>;

const answer = z.object({ channel });

export const ebayEndpoints = endpoints({
  setEbayAccount: {
    method: 'PUT',
    path: '/channels/:id/ebay-account',
    summary: 'Check the keys of an eBay account and store them encrypted',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'message',
    stepUp: true,
    params: idParams,
    body: ebayAccountInput,
    response: answer,
    message: 'Connected',
  },
  getEbaySettings: {
    method: 'GET',
    path: '/channels/:id/ebay-settings',
    summary: 'Settings of an eBay channel; `choices` are read from the account',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'read',
    params: idParams,
    response: z.object({
      /** Null until they are saved. */
      settings: ebaySettings.nullable(),
      choices: ebayChoices,
    }),
  },
  setEbaySettings: {
    method: 'PUT',
    path: '/channels/:id/ebay-settings',
    summary: 'Store the settings of an eBay channel; its listings follow',
    access: 'admin',
    needs: 'channels.manage',
    rate: 'write',
    params: idParams,
    body: ebaySettings,
    response: answer,
    message: 'Settings saved',
  },
});
