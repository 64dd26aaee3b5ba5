import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../server/src/cli/main.ts', import.meta.url));

/** Runs `npm run shop -- …` on a shop; returns its exit code and output. */
export async function shopCommand(
  where: {
    dataDir: string;
    databaseUrl?: string | undefined;
    settings?: Record<string, string>;
  },
  ...typed: string[]
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [program, ...typed], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: where.dataDir,
      ...(where.databaseUrl && { DATABASE_URL: where.databaseUrl }),
      ...where.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
