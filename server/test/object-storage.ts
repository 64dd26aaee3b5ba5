/// <reference path="./s3rver.d.ts" />
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { Bucket } from '../src/platform/storage/s3-client.ts';
import { freePort } from './free-port.ts';

/** `unavailable` answers 503; `cut` ends the connection in the middle of a response. */
type Fault = 'unavailable' | 'cut';

export interface ObjectStorage {
  bucket: Bucket & { endpoint: string; credentials: { accessKeyId: string; secretAccessKey: string } };
  /** Answers the next requests with a fault; `Infinity` until called again. */
  fail(fault: Fault, requests: number): void;
  stop(): Promise<void>;
}

/** Starts a server of the S3 API with one bucket, behind a line that fails on demand. */
export async function startObjectStorage(): Promise<ObjectStorage> {
  const directory = mkdtempSync(join(tmpdir(), 'reprise-bucket-'));
  const port = await freePort();
  const name = 'images';
  const server = new S3rver({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: [{ name, configs: [] }],
  });
  await server.run();
  const line = await openLine(port);
  return {
    bucket: {
      name,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${line.port}`,
      // The only key that the server knows.
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    fail: line.fail,
    stop: async () => {
      line.close();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function openLine(port: number) {
  let failing: Fault = 'unavailable';
  let remaining = 0;
  const line = createServer((call, answer) => {
    const isFailing = remaining > 0;
    if (isFailing) remaining -= 1;
    if (isFailing && failing === 'unavailable') return void answer.writeHead(503).end();
    const { method, headers, url } = call;
    const onward = request(
      { port, host: '127.0.0.1', method, headers, path: url, agent: false },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        if (!isFailing) return void response.pipe(answer);
        response.once('data', (part: Buffer) => {
          answer.write(part.subarray(0, part.length / 2), () => answer.destroy());
        });
        response.once('end', () => answer.destroy());
      },
    );
    onward.on('error', () => answer.destroy());
    call.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    port: address.port,
    fail: (fault: Fault, requests: number) => {
      failing = fault;
      remaining = requests;
    },
    close: () => {
      line.close();
      line.closeAllConnections();
    },
  };
}
