import type { FileStorage } from '@reprise/extension/file-storage';
import { Problem } from '@reprise/extension/problem';

// Keeps images on a WebDAV server. STORAGE_ADAPTER=./extensions/webdav-storage.ts WEBDAV_URL=https://user:password@files.example.com/shop/

const { username, password, href } = new URL(process.env.WEBDAV_URL ?? 'http://localhost/');
const folder = href.replace(`${username}:${password}@`, '');
const authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;

/** Sends a request; throws UNAVAILABLE, which the shop answers as 503, unless its status is one of these. */
async function request(method: string, name: string, expected: number[], body?: Buffer): Promise<Response> {
  const signal = AbortSignal.timeout(15_000);
  const headers = { authorization, ...(method === 'PROPFIND' && { depth: '1' }) };
  const sent = fetch(new URL(encodeURIComponent(name), folder), {
    method,
    headers,
    signal,
    ...(body && { body: new Uint8Array(body) }),
  });
  const response = await sent.catch((cause: Error) => cause);
  if (response instanceof Error || !expected.includes(response.status))
    throw new Problem('UNAVAILABLE', 'Images are not available at the moment.', { cause: response });
  return response;
}

const storage: FileStorage = {
  write: async (files) => {
    for (const { name, bytes } of files) await request('PUT', name, [200, 201, 204], bytes);
  },
  read: async (name) => {
    const response = await request('GET', name, [200, 404]);
    return response.status === 404 ? null : Buffer.from(await response.arrayBuffer());
  },
  has: async (name) => (await request('HEAD', name, [200, 404])).status === 200,
  deleteMatching: async (beginnings) => {
    const listing = await (await request('PROPFIND', '', [207])).text();
    for (const [, path = ''] of listing.matchAll(/<(?:\w+:)?href>([^<]+)</g)) {
      const name = decodeURIComponent(path.split('/').at(-1) ?? '');
      if (beginnings.some((beginning) => name.startsWith(beginning)))
        await request('DELETE', name, [200, 204, 404]);
    }
  },
};

export default storage;
