import { channelOrderEndpoints } from '@reprise/contract/channels/channel-orders';
import { type Call, defineCall, type Download, defineDownload, type Upload, defineUpload } from '../define-call.ts';

/** Figures of the channel that an order came from; 404 for an order of the shop itself: `GET /orders/:id/channel` */
export const getChannelOrder: Call<typeof channelOrderEndpoints.getChannelOrder> = /* @__PURE__ */ defineCall(channelOrderEndpoints.getChannelOrder);

/** Tell the channel again that an order has been shipped: `POST /orders/:id/channel/shipment` */
export const resendShipment: Call<typeof channelOrderEndpoints.resendShipment> = /* @__PURE__ */ defineCall(channelOrderEndpoints.resendShipment);

/** Lines of open orders of channels that sold more than there was, oldest first: `GET /short-sales` */
export const listShortSales: Call<typeof channelOrderEndpoints.listShortSales> = /* @__PURE__ */ defineCall(channelOrderEndpoints.listShortSales);

/** Listings of a Back Market channel as the CSV file that its back office imports: `GET /channels/:id/offers-file` */
export const getOffersFile: Download<typeof channelOrderEndpoints.getOffersFile> = /* @__PURE__ */ defineDownload(channelOrderEndpoints.getOffersFile);

/** Read an order export of Back Market: says which orders it would place or cancel, or with `step=apply` does it. The same file again changes nothing: `POST /channels/:id/order-imports` */
export const importChannelOrders: Upload<typeof channelOrderEndpoints.importChannelOrders> = /* @__PURE__ */ defineUpload(channelOrderEndpoints.importChannelOrders);

/** Shipped orders of a Back Market channel with tracking number and IMEI or serial number, as CSV: `GET /channels/:id/shipments-file` */
export const getShipmentsFile: Download<typeof channelOrderEndpoints.getShipmentsFile> = /* @__PURE__ */ defineDownload(channelOrderEndpoints.getShipmentsFile);
