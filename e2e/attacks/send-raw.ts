import { request } from 'node:http';

export type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type RawAnswer = { status: number; headers: Record<string, unknown>; text: string };

/** Sends a request as it is written, without the checks and corrections of `fetch`, on a connection of its own. */
export function sendRaw(
  base: string,
  { method = 'GET', path, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, agent: false, headers: { ...length, ...headers } };
    const sent = request(options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
