import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type Needed, startEngine } from './engine.ts';

const browserPath = '/usr/bin/firefox-esr';

export const firefoxPackages: Needed = {
  packages: ['firefox-esr'],
  isInstalled: () => existsSync(browserPath),
};

/** Starts Firefox without a window and drives it by WebDriver BiDi, which needs no driver program. */
export const startFirefox = () =>
  startEngine(async (run, profile) => {
    const browser = run(
      browserPath,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      // Firefox refuses to start as root in the home of another user.
      { HOME: profile },
    );
    const [, address] = await browser.waitFor(/WebDriver BiDi listening on (\S+)/);
    const send = await connect(`${address}/session`);
    await send('session.new', { capabilities: {} });
    const { context } = await send('browsingContext.create', { type: 'tab' });
    const act = (type: string, parameters: object, actions: object[]) =>
      send('input.performActions', { context, actions: [{ type, id: type, ...parameters, actions }] });
    return {
      open: async (url) => {
        await send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      evaluate: async (expression) => {
        const { result, exceptionDetails } = await send('script.evaluate', {
          // As JSON, because the protocol describes objects in a format of its own.
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: false,
        });
        if (!result) throw new Error(`The page threw: ${JSON.stringify(exceptionDetails)}`);
        return result.value === undefined ? undefined : JSON.parse(result.value);
      },
      clickAt: async (point) => {
        const button = { button: 0 };
        await act('pointer', { parameters: { pointerType: 'mouse' } }, [
          { type: 'pointerMove', ...point },
          { type: 'pointerDown', ...button },
          { type: 'pointerUp', ...button },
        ]);
      },
      type: async (text) => {
        const strokes = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]);
        await act('key', {}, strokes);
      },
      quit: () => send('session.end', {}),
    };
  });

// biome-ignore lint/suspicious/noExplicitAny: results differ by command
type Send = (method: string, params: Record<string, unknown>) => Promise<any>;

/** Opens a connection of WebDriver BiDi; commands are answered by id. */
async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address);
  const pending = new Map<number, (response: Response) => void>();
  socket.onmessage = ({ data }) => {
    const response = JSON.parse(String(data)) as Response;
    pending.get(response.id)?.(response);
    pending.delete(response.id);
  };
  await once(socket, 'open');
  let id = 0;
  return async (method, params) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    id += 1;
    pending.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await promise;
    if (error) throw new Error(`${method}: ${error}: ${message}`);
    return result;
  };
}

type Response = { id: number; error?: string; message?: string; result?: unknown };
