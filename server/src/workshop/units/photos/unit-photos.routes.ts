import { Problem } from '@reprise/contract/problem';
import type { photoTicketEndpoints } from '@reprise/contract/workshop/units/photo-tickets';
import type { PhotoView, unitPhotoEndpoints } from '@reprise/contract/workshop/units/unit-photos';
import { readPrivateImage } from '../../../foundations/media/private-images.ts';
import type { MediaDeps } from '../../../foundations/media/store-image.ts';
import type { CallContext, Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { findUnitRow } from '../unit-rows.ts';
import { deletePhoto, orderPhotos, updatePhoto } from './change-photos.ts';
import { createTicket, endTickets, readTicket, storeTicketPhoto } from './photo-tickets.ts';
import { storePhoto } from './store-photo.ts';
import { findPhoto, readUnitPhotos } from './unit-photo.queries.ts';

export function unitPhotoHandlers(
  deps: MediaDeps,
): Handlers<typeof unitPhotoEndpoints & typeof photoTicketEndpoints> {
  const idOf = async (reference: string) => (await findUnitRow(deps.db, reference)).id;
  const read = async (unitId: string) => ({ photos: await readUnitPhotos(deps.db, unitId) });
  return {
    listUnitPhotos: async ({ params }) => read(await idOf(params.id)),
    addUnitPhoto: async ({ params, query }, context) => {
      const unitId = await idOf(params.id);
      await storePhoto(deps, { unitId, ...sentPhoto(query, context) }, requireCaller(context).userId);
      return read(unitId);
    },
    createPhotoTicket: async ({ params }, context) =>
      createTicket(deps, await idOf(params.id), requireCaller(context).userId),
    endPhotoTickets: async ({ params }) => {
      await endTickets(deps, await idOf(params.id));
      return {};
    },
    readPhotoTicket: ({ params }) => readTicket(deps, params.ticket),
    sendTicketPhoto: ({ params, query }, context) =>
      storeTicketPhoto(deps, params.ticket, sentPhoto(query, context)),
    readUnitPhoto: async ({ params, query }) => {
      const { mediaName, view } = await findPhoto(deps.db, await idOf(params.id), params.photo);
      const bytes = await readPrivateImage(deps.storage, mediaName, query?.width);
      return { name: `${params.id}-${view}.webp`, pieces: oneAtOnce(bytes), bytes: bytes.length };
    },
    orderUnitPhotos: async ({ params, body }) => {
      const unitId = await idOf(params.id);
      await orderPhotos(deps, unitId, body.ids);
      return read(unitId);
    },
    updateUnitPhoto: async ({ params, body }, context) => {
      const unitId = await idOf(params.id);
      await updatePhoto(deps, unitId, params.photo, body, requireCaller(context).userId);
      return read(unitId);
    },
    deleteUnitPhoto: async ({ params }, context) => {
      const unitId = await idOf(params.id);
      await deletePhoto(deps, unitId, params.photo, requireCaller(context).userId);
      return read(unitId);
    },
  };
}

function sentPhoto(query: { view: PhotoView; key?: string | undefined } | undefined, { files }: CallContext) {
  const [file] = files;
  if (!file) throw new Problem('NO_FILE', 'Add a photo. The upload had none.');
  return { bytes: file.bytes, view: query?.view ?? 'detail', key: query?.key };
}

async function* oneAtOnce(bytes: Buffer) {
  yield bytes;
}
