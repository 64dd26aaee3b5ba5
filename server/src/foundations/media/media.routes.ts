import type { mediaEndpoints, StoredImage } from '@reprise/contract/foundations/media';
import { Problem } from '@reprise/contract/problem';
import type { CallContext, Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import type { ImageSize } from './encode-image.ts';
import { type MediaDeps, storeImages } from './store-image.ts';

export function mediaHandlers(deps: MediaDeps): Handlers<typeof mediaEndpoints> {
  const store = (context: CallContext, size: ImageSize = {}) =>
    storeImages(deps, sentFiles(context), size, requireCaller(context).userId);
  return {
    uploadOne: async (_input, context) => only(await store(context)),
    uploadMany: async (_input, context) => ({ files: await store(context) }),
    uploadImage: async ({ query }, context) => only(await store(context, query)),
  };
}

function sentFiles({ files }: CallContext): Buffer[] {
  if (files.length > 0 && files.every((file) => file.bytes.length > 0))
    return files.map((file) => file.bytes);
  throw new Problem('NO_FILE', 'Add an image. The upload had none, or it was empty.');
}

function only([image]: StoredImage[]): StoredImage {
  if (!image) throw new Problem('NO_FILE', 'Add an image. The upload had none.');
  return image;
}
