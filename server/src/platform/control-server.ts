import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

// A shop on the embedded database owns it alone. What its owner types meanwhile is done by that shop: it listens on
// a port that only this machine reaches, and answers whoever can read the key in the data folder.

type Door = { port: number; key: string };
type Print = (line: string) => void;
type RunTyped = (command: unknown, print: Print) => Promise<number>;

const doorFile = (dataDir: string) => join(dataDir, 'command-door.json');

/** Opens the door; the function it returns shuts it. */
export async function openControlServer(dataDir: string, run: RunTyped): Promise<() => Promise<void>> {
  const key = randomBytes(32).toString('base64url');
  const server = createServer((incoming, answer) => {
    answerCommand(incoming, answer, key, run).catch(() => answer.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const door: Door = { port: (server.address() as AddressInfo).port, key };
  await rm(doorFile(dataDir), { force: true });
  await writeFile(doorFile(dataDir), JSON.stringify(door), { mode: 0o600 });
  return () => shut(server, dataDir);
}

async function shut(server: Server, dataDir: string): Promise<void> {
  await rm(doorFile(dataDir), { force: true });
  server.close();
  server.closeIdleConnections();
  if (server.listening) await once(server, 'close');
}

async function answerCommand(
  incoming: IncomingMessage,
  answer: ServerResponse,
  key: string,
  run: RunTyped,
): Promise<void> {
  const given = Buffer.from(incoming.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${key}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    answer.writeHead(401).end();
    return;
  }
  const command = JSON.parse(await text(incoming));
  const write = (line: object) => answer.write(`${JSON.stringify(line)}\n`);
  try {
    write({ exit: await run(command, (said) => write({ said })) });
  } catch (error) {
    write({ said: error instanceof Error ? error.message : String(error) });
    write({ exit: 1 });
  }
  answer.end();
}

/** Has the running shop do it; undefined when no shop answers there. */
export async function askRunningShop(
  dataDir: string,
  command: unknown,
  print: Print,
): Promise<number | undefined> {
  const door = await readDoor(dataDir);
  const answer = door && (await knock(door, command));
  if (!answer) return undefined;
  let exit: number | undefined;
  for await (const line of createInterface({ input: answer })) {
    const heard = JSON.parse(line) as { said?: string; exit?: number };
    if (heard.said !== undefined) print(heard.said);
    exit = heard.exit ?? exit;
  }
  if (exit === undefined) throw new Error('The shop ended before it was done.');
  return exit;
}

async function readDoor(dataDir: string): Promise<Door | undefined> {
  try {
    return JSON.parse(await readFile(doorFile(dataDir), 'utf8')) as Door;
  } catch {
    return undefined;
  }
}

function knock({ port, key }: Door, command: unknown): Promise<IncomingMessage | undefined> {
  const asked = Promise.withResolvers<IncomingMessage | undefined>();
  const call = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  });
  // The file of a shop that was killed names a port where nobody, or somebody else, listens.
  call.on('error', () => asked.resolve(undefined));
  call.on('response', (answer) => asked.resolve(answer.statusCode === 200 ? answer : undefined));
  call.end(JSON.stringify(command));
  return asked.promise;
}
