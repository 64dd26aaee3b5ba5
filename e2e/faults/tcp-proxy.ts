import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Connection between two processes that a test can disturb. */
export type Line = {
  port: number;
  /** Passes all later bytes unchanged. */
  pass: () => void;
  /** Drops bytes in both directions without closing, like a pulled cable. */
  halfOpen: () => void;
  /** Closes every connection, also new ones. */
  cut: () => void;
  /** Like `cut`, with a reset (RST) instead of FIN. */
  reset: () => void;
  /** Delays every chunk by this time. */
  delay: (ms: number) => void;
  /** Sends one byte at a time, with this pause in milliseconds between two. */
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
        // The peer of a half-open connection sees no close.
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

/** Forwards bytes in order at any speed. A connection that lost bytes stays silent for good. */
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
