import { request } from 'node:http';

export type RawRequest = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

export type RawAnswer = { status: number; headers: Record<string, unknown>; text: string };

/** Sends a request verbatim, without the checks and corrections of `fetch`, on its own connection. */
export function sendRaw(base: string, written: RawRequest): Promise<RawAnswer> {
  const { sent, answer } = open(base, written);
  sent.end(written.body);
  return answer;
}

/** Sends the headers and the first byte of the body; returns a function that sends the rest. */
export function sendSlowly(base: string, written: RawRequest & { body: string }): () => Promise<RawAnswer> {
  const { sent, answer } = open(base, written);
  sent.write(written.body.slice(0, 1));
  return () => {
    sent.end(written.body.slice(1));
    return answer;
  };
}

function open(base: string, { method = 'GET', path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(base);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const sent = request({ hostname, port, method, path, agent: false, headers: { ...length, ...headers } });
  const answer = new Promise<RawAnswer>((resolve, reject) => {
    sent.on('response', (response) => {
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
  });
  return { sent, answer };
}
