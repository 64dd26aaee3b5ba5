import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/src/cli/shop.ts', import.meta.url));

/** Runs `npm run shop -- …` on a shop; returns its exit code and output. */
export async function shopCommand(
  location: {
    dataDir: string;
    databaseUrl?: string | undefined;
    settings?: Record<string, string>;
  },
  ...typed: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...typed], {
    env: {
      PATH: process.env.PATH,
      ENV_FILE: '/dev/null',
      DATA_DIR: location.dataDir,
      ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
      ...location.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
