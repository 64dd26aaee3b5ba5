import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { megabytesOf } from '../../process-figures.ts';
import { type RunningShop, runShop } from '../../running-shop.ts';
import { sized } from '../size.ts';

// Opens hundreds of clients that send a head or a body byte by byte, or request much and read none of it. Other
// visitors are not slowed down, memory stays bounded, and the shop closes the slow connections in the end.

const slow = sized({ slice: 0, quick: 500, release: 2000 });
const looks = 1200;
const lookersAtOnce = 4;
/** An unfinished request may take 30 seconds; the server checks its connections twice a minute. */
const goneWithinMs = 90_000;

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-slow-'));
let running: RunningShop;

beforeAll(async () => {
  if (slow > 0) running = await runShop({ dataDir, demo: true });
});

afterAll(async () => {
  await running?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function p99OfLooking(): Promise<number> {
  const paths = ['/', '/products', '/deals', '/api/products?search=iphone'];
  const took: number[] = [];
  const look = async () => {
    while (took.length < looks) {
      const began = performance.now();
      const answer = await fetch(running.url + paths[took.length % paths.length]);
      await answer.text();
      expect(answer.status).toBe(200);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: lookersAtOnce }, look));
  return took.toSorted((a, b) => a - b)[Math.floor(looks * 0.99)] ?? 0;
}

type Slow = { begin: string; goOn: (socket: Socket) => void; reads: boolean };

const kinds: Slow[] = [
  {
    begin: 'GET /products HTTP/1.1\r\nhost: shop\r\nx-slow: ',
    goOn: (socket) => socket.write('a'),
    reads: true,
  },
  {
    begin:
      'POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
    goOn: (socket) => socket.write(' '),
    reads: true,
  },
  // Pipelined requests up to the limit, and far beyond it.
  { begin: askedAhead(16), goOn: () => {}, reads: false },
  { begin: askedAhead(200), goOn: () => {}, reads: false },
];

function askedAhead(count: number): string {
  return 'GET /api/products?limit=100 HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(count);
}

/** Opens slow clients; each sends on once a second until the shop closes it. */
function openSlowOnes() {
  const open = new Set<Socket>();
  const timers = Array.from({ length: slow }, (_, at) => {
    const { begin, goOn, reads } = kinds[at % kinds.length] as Slow;
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    open.add(socket);
    if (reads) socket.resume();
    else socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.write(begin);
    return setInterval(() => {
      if (socket.writable) goOn(socket);
    }, 1000);
  });
  return {
    open,
    /** Reads buffered data, so that the socket sees the end of the connection. */
    read: () => {
      for (const socket of open) socket.resume();
    },
    close: () => {
      for (const timer of timers) clearInterval(timer);
      for (const socket of open) socket.destroy();
    },
  };
}

const megabytes = () => Math.round(megabytesOf(running.pid));

test.runIf(slow > 0)(`${slow} slow clients keep nobody else waiting`, { timeout: 900_000 }, async () => {
  await p99OfLooking();
  const before = await p99OfLooking();
  const memoryBefore = megabytes();
  const slowOnes = openSlowOnes();
  // The shop stops rendering for these connections when their buffers are full.
  await p99OfLooking();
  const beside = await p99OfLooking();
  const memoryBeside = megabytes();
  const stillThere = slowOnes.open.size;
  slowOnes.read();
  await expect.poll(() => slowOnes.open.size, { timeout: goneWithinMs, interval: 500 }).toBe(0);
  slowOnes.close();
  const after = await p99OfLooking();
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `F-14: ${slow} slow clients, p99 of browsing ${ms(before)} before, ${ms(beside)} beside ${stillThere} of them and ${ms(after)} afterwards, memory ${memoryBefore} and ${memoryBeside} MB, all sent away`,
  );
  expect(stillThere).toBeGreaterThan(slow / 2);
  // Twice the latency, with tolerance for other load on the machine.
  expect(beside).toBeLessThan(2 * Math.max(before, after) + 20);
  expect(memoryBeside - memoryBefore).toBeLessThan(200);
});
