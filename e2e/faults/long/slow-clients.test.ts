import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { megabytesOf } from '../../process-usage.ts';
import { type RunningShop, runShop } from '../../running-shop.ts';
import { sized } from '../size.ts';

// Opens hundreds of clients that send a head or a body byte by byte, or request much and read none of it. Other
// visitors are not slowed down, memory stays bounded, and the shop closes the slow connections in the end.

const slow = sized({ slice: 0, quick: 500, release: 2000 });
const looks = 1200;
const visitors = 4;
/** An unfinished request may take 30 seconds; the server checks its connections twice a minute. */
const closedWithinMs = 90_000;

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-slow-'));
let running: RunningShop;

beforeAll(async () => {
  if (slow > 0) running = await runShop({ dataDir, demo: true });
});

afterAll(async () => {
  await running?.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

async function p99OfBrowsing(): Promise<number> {
  const paths = ['/', '/products', '/deals', '/api/products?search=iphone'];
  const took: number[] = [];
  const browse = async () => {
    while (took.length < looks) {
      const began = performance.now();
      const answer = await fetch(running.url + paths[took.length % paths.length]);
      await answer.text();
      expect(answer.status).toBe(200);
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: visitors }, browse));
  return took.toSorted((a, b) => a - b)[Math.floor(looks * 0.99)] ?? 0;
}

type Slow = { firstBytes: string; sendMore: (socket: Socket) => void; reads: boolean };

const kinds: Slow[] = [
  {
    firstBytes: 'GET /products HTTP/1.1\r\nhost: shop\r\nx-slow: ',
    sendMore: (socket) => socket.write('a'),
    reads: true,
  },
  {
    firstBytes:
      'POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{',
    sendMore: (socket) => socket.write(' '),
    reads: true,
  },
  // Pipelined requests up to the limit, and far beyond it.
  { firstBytes: pipelined(16), sendMore: () => {}, reads: false },
  { firstBytes: pipelined(200), sendMore: () => {}, reads: false },
];

function pipelined(count: number): string {
  return 'GET /api/products?limit=100 HTTP/1.1\r\nhost: shop\r\n\r\n'.repeat(count);
}

/** Opens slow clients; each sends on once a second until the shop closes it. */
function openSlowClients() {
  const open = new Set<Socket>();
  const timers = Array.from({ length: slow }, (_, index) => {
    const { firstBytes, sendMore, reads } = kinds[index % kinds.length] as Slow;
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    open.add(socket);
    if (reads) socket.resume();
    else socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    socket.write(firstBytes);
    return setInterval(() => {
      if (socket.writable) sendMore(socket);
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

test.runIf(slow > 0)(
  `serves other visitors at full speed beside ${slow} slow clients`,
  { timeout: 900_000 },
  async () => {
    await p99OfBrowsing();
    const before = await p99OfBrowsing();
    const memoryBefore = megabytes();
    const slowClients = openSlowClients();
    // The shop stops rendering for these connections when their buffers are full.
    await p99OfBrowsing();
    // Counted first: the shop disconnects them while a busy machine is still browsing.
    const openConnections = slowClients.open.size;
    const beside = await p99OfBrowsing();
    const memoryBeside = megabytes();
    slowClients.read();
    await expect.poll(() => slowClients.open.size, { timeout: closedWithinMs, interval: 500 }).toBe(0);
    slowClients.close();
    const after = await p99OfBrowsing();
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    console.log(
      `F-14: ${slow} slow clients, p99 of browsing ${ms(before)} before, ${ms(beside)} beside ${openConnections} of them and ${ms(after)} afterwards, memory ${memoryBefore} and ${memoryBeside} MB, all disconnected`,
    );
    expect(openConnections).toBeGreaterThan(slow / 2);
    // Twice the latency, with tolerance for other load on the machine.
    expect(beside).toBeLessThan(2 * Math.max(before, after) + 20);
    expect(memoryBeside - memoryBefore).toBeLessThan(200);
  },
);
