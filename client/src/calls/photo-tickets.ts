import { photoTicketEndpoints } from '@reprise/contract/units/photo-tickets';
import { type Call, defineCall, type Upload, defineUpload } from '../define-call.ts';

/** Let a phone add photos of one device for 15 minutes; earlier tickets of the device end: `POST /units/:id/photo-ticket` */
export const createPhotoTicket: Call<typeof photoTicketEndpoints.createPhotoTicket> = /* @__PURE__ */ defineCall(photoTicketEndpoints.createPhotoTicket);

/** End the tickets of a device at once: `POST /units/:id/photo-ticket/end` */
export const endPhotoTickets: Call<typeof photoTicketEndpoints.endPhotoTickets> = /* @__PURE__ */ defineCall(photoTicketEndpoints.endPhotoTickets);

/** The device of a ticket and the views to take: `GET /unit-photos/:ticket` */
export const readPhotoTicket: Call<typeof photoTicketEndpoints.readPhotoTicket> = /* @__PURE__ */ defineCall(photoTicketEndpoints.readPhotoTicket);

/** Add a photo with a ticket; a photo that is sent again with its key is stored once: `POST /unit-photos/:ticket` */
export const sendTicketPhoto: Upload<typeof photoTicketEndpoints.sendTicketPhoto> = /* @__PURE__ */ defineUpload(photoTicketEndpoints.sendTicketPhoto);
