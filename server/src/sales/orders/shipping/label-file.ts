import type { FileResponse } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../../deps.ts';
import { readAtMost, requestPublic } from '../../../platform/http/public-request.ts';
import { secondMs } from '../../../platform/time.ts';
import { standInUrl } from './carrier-account.ts';
import { findLabel, type LabelRow } from './labels.queries.ts';

const maxLabelBytes = 5 * 1024 * 1024;

/** Returns the PDF of a label of the parcels of orders, read from the service: the shop keeps no copy of names and addresses. */
export async function readLabelFile(
  deps: Pick<Deps, 'db' | 'environment'>,
  id: string,
): Promise<FileResponse> {
  return fileOf(deps, await findLabel(deps.db, id));
}

export async function fileOf(
  { environment }: Pick<Deps, 'environment'>,
  { labelUrl, trackingNumber }: Pick<LabelRow, 'labelUrl' | 'trackingNumber'>,
): Promise<FileResponse> {
  if (labelUrl === null) throw new Problem('NOT_FOUND', 'This label has no file any more.');
  // A stand-in of the service is on this machine.
  const standIn = await standInUrl(environment);
  const hosts = standIn === undefined ? [] : [new URL(standIn).hostname];
  const bytes = await download(labelUrl, [...environment.webhookInternalHosts, ...hosts]);
  return { name: `label-${trackingNumber}.pdf`, pieces: piecesOf(bytes), bytes: bytes.length };
}

async function* piecesOf(bytes: Buffer) {
  yield bytes;
}

async function download(url: string, internalHosts: string[]): Promise<Buffer> {
  try {
    const answer = await requestPublic({ url, method: 'GET', timeoutMs: 20 * secondMs }, internalHosts);
    if (answer.statusCode !== 200) {
      answer.destroy();
      throw new Error(`The label's address answered with ${answer.statusCode}.`);
    }
    const label = await readAtMost(answer, maxLabelBytes);
    if (label === null) throw new Error('The label is larger than 5 MB.');
    return label;
  } catch (cause) {
    throw new Problem('UNAVAILABLE', 'The label could not be loaded. Try again in a moment.', { cause });
  }
}
