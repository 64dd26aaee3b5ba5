import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between two processes that can be made bad. */
export type Line = {
  port: number;
  /** All as it should be, from the next byte on. */
  pass: () => void;
  /** Bytes are swallowed in both directions and nobody is told: a cable that was pulled. */
  halfOpen: () => void;
  /** Every connection ends at once, and new ones are ended as well. */
  cut: () => void;
  /** As `cut`, with a reset instead of a farewell. */
  reset: () => void;
  /** Every piece is held back so long. */
  delay: (ms: number) => void;
  /** One byte at a time, with a rest of so many milliseconds between two. */
  drip: (ms: number) => void;
  close: () => Promise<void>;
};

type Mode = { kind: 'pass' | 'half-open' | 'cut' | 'reset' } | { kind: 'delay' | 'drip'; ms: number };

export async function openProxy(targetPort: number): Promise<Line> {
  let mode: Mode = { kind: 'pass' };
  const lines = new Set<Socket>();
  const end = (socket: Socket) => (mode.kind === 'reset' ? socket.resetAndDestroy() : socket.destroy());
  const server = createServer((near) => {
    if (mode.kind === 'cut' || mode.kind === 'reset') {
      end(near);
      return;
    }
    const far = connect(targetPort, '127.0.0.1');
    const line = { lost: false };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(from);
      from.on(
        'data',
        carry(() => mode, to, line),
      );
      from.on('error', () => to.destroy());
      from.on('close', () => {
        lines.delete(from);
        // Who holds the other end of a pulled cable hears nothing of it.
        if (mode.kind !== 'half-open' && !line.lost) to.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const turn = (to: Mode) => () => {
    mode = to;
    if (to.kind === 'cut' || to.kind === 'reset') for (const line of lines) end(line);
  };
  return {
    port: (server.address() as AddressInfo).port,
    pass: turn({ kind: 'pass' }),
    halfOpen: turn({ kind: 'half-open' }),
    cut: turn({ kind: 'cut' }),
    reset: turn({ kind: 'reset' }),
    delay: (ms) => turn({ kind: 'delay', ms })(),
    drip: (ms) => turn({ kind: 'drip', ms })(),
    close: async () => {
      for (const line of lines) line.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Keeps the order of the bytes, whatever becomes of their speed. A line that lost some stays silent for ever. */
function carry(modeNow: () => Mode, to: Socket, line: { lost: boolean }): (bytes: Buffer) => void {
  let before = Promise.resolve();
  return (bytes) => {
    before = before.then(async () => {
      const mode = modeNow();
      if (mode.kind === 'half-open') line.lost = true;
      if (line.lost) return;
      if (mode.kind === 'delay') await rest(mode.ms);
      if (mode.kind !== 'drip') {
        to.write(bytes);
        return;
      }
      for (const byte of bytes) {
        to.write(Buffer.of(byte));
        await rest(mode.ms);
      }
    });
  };
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
