import type { IncomingMessage } from 'node:http';
import { maxUploadBytes } from '@reprise/contract/foundations/media';
import { InternalAddress, readAtMost, requestPublic } from '../../../platform/http/public-request.ts';
import { secondMs } from '../../../platform/time.ts';

/** An image must be complete within this time. */
const timeoutMs = 30 * secondMs;
const maxRedirects = 3;

/** Why an image was not downloaded, as a sentence. `isLasting`: another try would not help. */
export class DownloadFailure extends Error {
  override name = 'DownloadFailure';
  readonly isLasting: boolean;
  constructor(message: string, { isLasting, cause }: { isLasting: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isLasting = isLasting;
  }
}

const lasting = (message: string) => new DownloadFailure(message, { isLasting: true });

/** Downloads an image of another server by https, at most as large as an upload; throws DownloadFailure. */
export async function downloadImage(url: string, internalHosts: string[]): Promise<Buffer> {
  try {
    return await follow(url, internalHosts);
  } catch (cause) {
    if (cause instanceof DownloadFailure) throw cause;
    if (cause instanceof InternalAddress) throw lasting(cause.message);
    throw new DownloadFailure('The server of the image did not answer.', { isLasting: false, cause });
  }
}

async function follow(url: string, internalHosts: string[]): Promise<Buffer> {
  let next = url;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    // Each address of a chain is checked like the first.
    if (!URL.canParse(next) || new URL(next).protocol !== 'https:')
      throw lasting('The address of the image does not begin with https.');
    const answer = await requestPublic({ url: next, method: 'GET', timeoutMs }, internalHosts);
    const { statusCode = 0, headers } = answer;
    if (statusCode === 200) return readImage(answer);
    answer.destroy();
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined;
    if (!isRedirect) throw refusedWith(statusCode);
    next = URL.parse(headers.location ?? '', next)?.href ?? '';
  }
  throw lasting('The address of the image leads from one to another without end.');
}

function refusedWith(status: number): DownloadFailure {
  const isLasting = status < 500 && status !== 408 && status !== 429;
  return new DownloadFailure(`The server of the image answered with status ${status}.`, { isLasting });
}

async function readImage(answer: IncomingMessage): Promise<Buffer> {
  const image = await readAtMost(answer, maxUploadBytes);
  if (image === null) throw lasting('The image is larger than 5 MB.');
  return image;
}
