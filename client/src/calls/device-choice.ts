import { deviceChoiceEndpoints } from '@reprise/contract/units/device-choice';
import { type Call, defineCall } from '../define-call.ts';

/** Devices on sale of a product that a buyer can choose from, the best battery first, at most 24: `GET /products/:id/units` */
export const listDeviceChoices: Call<typeof deviceChoiceEndpoints.listDeviceChoices> = /* @__PURE__ */ defineCall(deviceChoiceEndpoints.listDeviceChoices);
