import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOnDebian } from '../install-on-debian.ts';

/** A browser that a test drives by mouse and keyboard. */
export type Engine = {
  open: (url: string) => Promise<void>;
  /** Evaluates a JavaScript expression in the page. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Moves the mouse to a point of the window and clicks. */
  clickAt: (point: Point) => Promise<void>;
  type: (text: string) => Promise<void>;
  close: () => Promise<void>;
};

export type Point = { x: number; y: number };

/** Names of Debian's packages, and the files that say whether they are installed. */
export type Needed = { packages: string[]; isInstalled: () => boolean };

/**
 * Installs missing packages as root on Debian, and throws if it cannot. Elsewhere returns the sentence with which a test
 * is skipped; a run with `CI` throws it.
 */
export function installEngine({ packages, isInstalled }: Needed): string | undefined {
  if (isInstalled() || (installOnDebian(...packages) && isInstalled())) return undefined;
  const sentence = `This test needs Debian's ${packages.join(', ')}: install them.`;
  if (process.env.CI || (process.getuid?.() === 0 && existsSync('/etc/debian_version'))) {
    throw new Error(sentence);
  }
  return sentence;
}

/** Starts an engine of programs with a folder of its own; stops and removes all if a later step fails. */
export async function startEngine(
  start: (
    run: typeof startProgram,
    folder: string,
  ) => Promise<Omit<Engine, 'close'> & { quit: () => Promise<void> }>,
): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-engine-'));
  const programs: Program[] = [];
  const stopAll = async () => {
    for (const program of programs.toReversed()) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { quit, ...engine } = await start((...command) => {
      const program = startProgram(...command);
      programs.push(program);
      return program;
    }, folder);
    return {
      ...engine,
      close: async () => {
        await quit().finally(stopAll);
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

type Program = {
  /** Returns the first text of its output that matches; throws if the program ends before. */
  waitFor: (text: RegExp) => Promise<RegExpExecArray>;
  stop: () => Promise<void>;
};

/** Starts a program that ends with the test. */
function startProgram(command: string, args: string[], environment: NodeJS.ProcessEnv = {}): Program {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return {
    waitFor: async (text) => {
      const result = Promise.withResolvers<RegExpExecArray>();
      const read = () => {
        const match = text.exec(output);
        if (match) result.resolve(match);
      };
      read();
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('error', result.reject);
      child.once('exit', (code) => result.reject(new Error(`${command} ended with ${code}: ${output}`)));
      return await result.promise;
    },
    stop: async () => {
      process.off('exit', killAtExit);
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
