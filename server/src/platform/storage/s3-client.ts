import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { secondMs } from '../time.ts';

type Credentials = {
  accessKeyId: string;
  secretAccessKey: string;
  /** Part of temporary credentials, such as those of a role. */
  sessionToken?: string | undefined;
};

export type Bucket = {
  name: string;
  region: string;
  /** Set for servers other than Amazon's, such as R2 and MinIO. */
  endpoint?: string | undefined;
  /** A function returns the credentials of the moment. */
  credentials: Credentials | (() => Promise<Credentials>);
};

type Call = { method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'; path: string; body?: Buffer };
type Answer = { status: number; bytes: Buffer };

const maxTries = 4;
const firstPauseMs = 100;
const timeoutMs = 10 * secondMs;
const uploadTimeoutMs = 30 * secondMs;

/** Calls of the S3 API that images need; each throws unless the server did what it was asked. */
export type S3Client = ReturnType<typeof createS3Client>;

export function createS3Client(bucket: Bucket) {
  const root = rootOf(bucket);
  const send = (call: Call) => sendUntilAnswered(bucket, root, call);
  const get = async (name: string): Promise<Buffer | null> => {
    const answer = await send({ method: 'GET', path: pathOf(name) });
    if (isSuccess(answer)) return answer.bytes;
    // A missing bucket is 404 too, and must not look like missing files.
    if (answer.status === 404 && codeOf(answer) === 'NoSuchKey') return null;
    throw failure('GET', answer);
  };
  return {
    get,
    has: async (name: string): Promise<boolean> => {
      const answer = await send({ method: 'HEAD', path: pathOf(name) });
      if (isSuccess(answer)) return true;
      // The answer to HEAD has no code that tells a missing file from a missing bucket.
      return (await get(name)) !== null;
    },
    put: async (name: string, body: Buffer): Promise<void> => {
      const answer = await send({ method: 'PUT', path: pathOf(name), body });
      if (!isSuccess(answer)) throw failure('PUT', answer);
    },
    delete: async (name: string): Promise<void> => {
      const answer = await send({ method: 'DELETE', path: pathOf(name) });
      if (!isSuccess(answer)) throw failure('DELETE', answer);
    },
    /** Returns up to 1,000 names with this beginning. */
    list: async (beginning: string): Promise<string[]> => {
      const query = new URLSearchParams({ 'list-type': '2', prefix: beginning });
      const answer = await send({ method: 'GET', path: `?${query}` });
      if (!isSuccess(answer)) throw failure('GET of the list', answer);
      // Names of files have no characters that XML escapes.
      return [...answer.bytes.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => name);
    },
  };
}

/** Amazon names buckets in the host; names with dots do not match its certificate, and other servers use the path. */
function rootOf({ name, region, endpoint }: Bucket): string {
  if (endpoint !== undefined) return `${endpoint}${endpoint.endsWith('/') ? '' : '/'}${name}/`;
  const host = `s3.${region}.amazonaws.com`;
  return name.includes('.') ? `https://${host}/${name}/` : `https://${name}.${host}/`;
}

const pathOf = (name: string) => name.split('/').map(encodeURIComponent).join('/');

/** Sends a call again after an outage, an overload or a cut line, with growing pauses. */
async function sendUntilAnswered(bucket: Bucket, root: string, call: Call): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      const answer = await sendOnce(bucket, root, call);
      if (answer.status < 500 && answer.status !== 429) return answer;
      throw failure(call.method, answer);
    } catch (error) {
      if (tries === maxTries) throw error;
    }
    await pause(firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random()));
  }
}

async function sendOnce(bucket: Bucket, root: string, { method, path, body }: Call): Promise<Answer> {
  const { region, credentials } = bucket;
  const { accessKeyId, secretAccessKey, sessionToken } =
    typeof credentials === 'function' ? await credentials() : credentials;
  const signer = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    ...(sessionToken !== undefined && { sessionToken }),
  });
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const request = await signer.sign(root + path, {
    method,
    headers: { 'X-Amz-Content-Sha256': digest },
    ...(body && { body: new Uint8Array(body) }),
  });
  const response = await fetch(request, {
    // A redirect to another region would arrive there with a wrong signature.
    redirect: 'manual',
    signal: AbortSignal.timeout(body ? uploadTimeoutMs : timeoutMs),
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300;

const codeOf = ({ bytes }: Answer) => /<Code>(\w+)<\/Code>/.exec(bytes.toString())?.[1] ?? '';

function failure(what: string, answer: Answer): Error {
  return new Error(`The bucket answered ${what} with ${answer.status} ${codeOf(answer)}`.trim());
}
