import { Problem } from '@reprise/contract/problem';
import type { returnPhotoEndpoints } from '@reprise/contract/sales/returns/return-photos';
import type { Deps } from '../../../deps.ts';
import { readPrivateImage } from '../../../foundations/media/private-images.ts';
import type { CallContext, Handlers } from '../../../platform/http/endpoint.ts';
import { findOrderFor, isOwnOrder, orderNotFound } from '../../orders/order-access.ts';
import type { OrderRow } from '../../orders/orders.queries.ts';
import { removeReturnPhoto } from './remove-return-photos.ts';
import { findReturnPhoto } from './return-photo.queries.ts';
import { storeReturnPhoto } from './store-return-photo.ts';

/** Returns the order for its customer; throws the same NOT_FOUND for all others, staff included. */
export async function findOrderOfPhotos(
  deps: Pick<Deps, 'db' | 'secret' | 'now'>,
  context: CallContext,
  reference: string,
): Promise<OrderRow> {
  const order = await findOrderFor(deps, context, reference, 'returns.handle');
  if (!isOwnOrder(deps.secret, context, order, deps.now())) throw orderNotFound();
  return order;
}

export function returnPhotoHandlers(deps: Deps): Handlers<typeof returnPhotoEndpoints> {
  return {
    addReturnPhoto: async ({ params, query }, context) => {
      const order = await findOrderOfPhotos(deps, context, params.id);
      const [file] = context.files;
      if (!file) throw new Problem('NO_FILE', 'Add a photo. The upload had none.');
      const { key, line } = query ?? {};
      return { photo: await storeReturnPhoto(deps, order, { bytes: file.bytes, key, line }) };
    },
    removeReturnPhoto: async ({ params }, context) => {
      await removeReturnPhoto(deps, await findOrderOfPhotos(deps, context, params.id), params.photo);
      return {};
    },
    readReturnPhoto: async ({ params, query }, context) => {
      const order = await findOrderFor(deps, context, params.id, 'returns.handle');
      const { id, mediaName } = await findReturnPhoto(deps.db, order.id, params.photo);
      const bytes = await readPrivateImage(deps.storage, mediaName, query?.width);
      return { name: `${id}.webp`, pieces: oneAtOnce(bytes), bytes: bytes.length };
    },
  };
}

async function* oneAtOnce(bytes: Buffer) {
  yield bytes;
}
