import type { addressFormEndpoints } from '@reprise/contract/sales/orders/address-forms';
import type { carrierAccountEndpoints } from '@reprise/contract/sales/orders/shipping/carrier-account';
import type { checkoutRateEndpoints } from '@reprise/contract/sales/orders/shipping/checkout-rates';
import type { labelEndpoints } from '@reprise/contract/sales/orders/shipping/labels';
import type { Deps } from '../../../deps.ts';
import { readSettings } from '../../../foundations/settings/settings.queries.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { addressFormOf } from '../addresses/address-forms.ts';
import { buyOrderLabel } from './buy-label.ts';
import { readCarrierAccount, removeCarrierAccount, setCarrierAccount } from './carrier-account.ts';
import { type FollowReturn, receiveParcelEvent } from './follow-parcel.ts';
import { readLabelFile } from './label-file.ts';
import { quoteCheckout } from './quote-checkout.ts';
import { listCarrierRates, readLabels } from './quote-parcel.ts';
import { checkLabel, refundLabel } from './refund-label.ts';

export function shippingHandlers(
  deps: Pick<Deps, 'db' | 'secret' | 'environment' | 'now' | 'jobs' | 'alerts' | 'log'>,
  followReturn: FollowReturn,
): Handlers<
  typeof carrierAccountEndpoints &
    typeof labelEndpoints &
    typeof checkoutRateEndpoints &
    typeof addressFormEndpoints
> {
  return {
    getCarrierAccount: async () => ({ account: await readCarrierAccount(deps) }),
    setCarrierAccount: async ({ body }, context) => ({
      account: await setCarrierAccount(deps, body, requireCaller(context).userId),
    }),
    removeCarrierAccount: async (_input, context) => ({
      account: await removeCarrierAccount(deps, requireCaller(context).userId),
    }),
    listAddressForms: async ({ query }) => {
      const shown = query?.country ? [query.country] : (await readSettings(deps.db)).shipTo;
      return { forms: shown.map(addressFormOf) };
    },
    quoteShipping: async ({ body }) => ({ quote: await quoteCheckout(deps, body) }),
    listLabels: ({ params }) => readLabels(deps, params.id),
    listCarrierRates: ({ params, body }) => listCarrierRates(deps, params.id, body),
    buyLabel: async ({ params, body }, context) => ({
      label: await buyOrderLabel(deps, params.id, body, requireCaller(context).userId),
    }),
    checkLabel: async ({ params }) => ({ label: await checkLabel(deps, params.id) }),
    getLabelFile: ({ params }) => readLabelFile(deps, params.id),
    refundLabel: async ({ params }, context) => ({
      label: await refundLabel(deps, params.id, requireCaller(context).userId),
    }),
    receiveParcelEvent: async (_input, { signed }) => {
      await receiveParcelEvent(deps, signed ?? { body: Buffer.alloc(0), signature: '' }, followReturn);
      return { received: true as const };
    },
  };
}
