import { channelEndpoints } from '@reprise/contract/channels/channel';
import { type Call, defineCall } from '../define-call.ts';

/** All sales channels, oldest first, at most 10: `GET /channels` */
export const listChannels: Call<typeof channelEndpoints.listChannels> = /* @__PURE__ */ defineCall(channelEndpoints.listChannels);

/** Add a sales channel, which is off: `POST /channels` */
export const createChannel: Call<typeof channelEndpoints.createChannel> = /* @__PURE__ */ defineCall(channelEndpoints.createChannel);

/** Change the rules of a channel, or switch it on or off; its listings follow: `PUT /channels/:id` */
export const updateChannel: Call<typeof channelEndpoints.updateChannel> = /* @__PURE__ */ defineCall(channelEndpoints.updateChannel);

/** Remove a channel without listings; its orders stay: `DELETE /channels/:id` */
export const deleteChannel: Call<typeof channelEndpoints.deleteChannel> = /* @__PURE__ */ defineCall(channelEndpoints.deleteChannel);
