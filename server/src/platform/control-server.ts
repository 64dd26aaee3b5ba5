import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

// Only one process can open the embedded database, so a running shop executes the commands of the CLI. It listens on a
// loopback port and accepts requests with the key from the data folder.

type ControlEndpoint = { port: number; key: string };
type Print = (line: string) => void;
type ExecuteCommand = (command: unknown, print: Print) => Promise<number>;

const endpointFile = (dataDir: string) => join(dataDir, 'command-door.json');

/** Opens the control server; the returned function closes it. */
export async function openControlServer(dataDir: string, run: ExecuteCommand): Promise<() => Promise<void>> {
  const key = randomBytes(32).toString('base64url');
  const server = createServer((incoming, response) => {
    handleRequest(incoming, response, key, run).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: ControlEndpoint = { port: (server.address() as AddressInfo).port, key };
  await rm(endpointFile(dataDir), { force: true });
  await writeFile(endpointFile(dataDir), JSON.stringify(endpoint), { mode: 0o600 });
  return () => closeServer(server, dataDir);
}

async function closeServer(server: Server, dataDir: string): Promise<void> {
  await rm(endpointFile(dataDir), { force: true });
  server.close();
  server.closeIdleConnections();
  if (server.listening) await once(server, 'close');
}

async function handleRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  key: string,
  run: ExecuteCommand,
): Promise<void> {
  const actual = Buffer.from(incoming.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${key}`);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    response.writeHead(401).end();
    return;
  }
  const command = JSON.parse(await text(incoming));
  const write = (message: object) => response.write(`${JSON.stringify(message)}\n`);
  try {
    write({ exit: await run(command, (line) => write({ line })) });
  } catch (error) {
    write({ line: error instanceof Error ? error.message : String(error) });
    write({ exit: 1 });
  }
  response.end();
}

/** Executes a command in the shop that has the data folder open; returns undefined if none responds. */
export async function runInOpenShop(
  dataDir: string,
  command: unknown,
  print: Print,
): Promise<number | undefined> {
  const endpoint = await readEndpoint(dataDir);
  const response = endpoint && (await sendCommand(endpoint, command));
  if (!response) return undefined;
  let exit: number | undefined;
  for await (const line of createInterface({ input: response })) {
    const message = JSON.parse(line) as { line?: string; exit?: number };
    if (message.line !== undefined) print(message.line);
    exit = message.exit ?? exit;
  }
  if (exit === undefined) throw new Error('The shop stopped before the command finished.');
  return exit;
}

async function readEndpoint(dataDir: string): Promise<ControlEndpoint | undefined> {
  try {
    return JSON.parse(await readFile(endpointFile(dataDir), 'utf8')) as ControlEndpoint;
  } catch {
    return undefined;
  }
}

function sendCommand({ port, key }: ControlEndpoint, command: unknown): Promise<IncomingMessage | undefined> {
  const response = Promise.withResolvers<IncomingMessage | undefined>();
  const call = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  // The file of a killed shop names a closed port, or one of another program.
  call.on('error', () => response.resolve(undefined));
  call.on('response', (message) => response.resolve(message.statusCode === 200 ? message : undefined));
  call.end(JSON.stringify(command));
  return response.promise;
}
