import type { Log } from './log.ts';
import { secondMs } from './time.ts';
import { maxInUseWaitMs, waitWhileInUse } from './wait-while-in-use.ts';

/** The port cannot be opened; the message says what to change. */
class PortUnavailable extends Error {
  override name = 'PortUnavailable';
}

type Port = { setting: 'PORT' | 'METRICS_PORT'; port: number; host: string };

/**
 * Runs `listen`, and again for up to 10 s while the port is in use, because a killed process takes a moment to close it.
 * Throws `PortUnavailable` if it stays in use or must not be opened.
 */
export async function openPort(
  target: Port,
  listen: () => Promise<unknown>,
  log: Pick<Log, 'warn'>,
  waitMs = maxInUseWaitMs,
): Promise<void> {
  const { setting, port } = target;
  try {
    await waitWhileInUse(listen, {
      isInUse: (error) => codeOf(error) === 'EADDRINUSE',
      waitMs,
      onWait: () =>
        log.warn(
          `Port ${port} (${setting}) is in use. Waiting up to ${waitMs / secondMs} s for it to be free.`,
        ),
    });
  } catch (error) {
    const sentence = describe(codeOf(error), target);
    if (sentence === undefined) throw error;
    throw new PortUnavailable(sentence, { cause: error });
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function describe(code: string | undefined, { setting, port, host }: Port): string | undefined {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop it, or choose another ${setting}.`;
  }
  if (code === 'EACCES') return `This user may not open port ${port}. Choose a ${setting} above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST=${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all its addresses.`;
  }
  return undefined;
}
