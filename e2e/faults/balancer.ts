import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Round-robin balancer over several shops. It routes to ready shops only and never retries a call. */
export type Balancer = { url: string; setShops: (urls: string[]) => void; close: () => Promise<void> };

const checkEveryMs = 25;

export async function openBalancer(): Promise<Balancer> {
  let shops: { url: string; ready: boolean }[] = [];
  let turn = 0;
  const checkReadiness = async (shop: { url: string; ready: boolean }) => {
    const answer = await fetch(`${shop.url}/health/ready`).catch(() => null);
    shop.ready = answer?.status === 200;
    await answer?.body?.cancel();
  };
  const timer = setInterval(() => void Promise.all(shops.map(checkReadiness)), checkEveryMs);
  const next = () => {
    const ready = shops.filter((shop) => shop.ready);
    turn += 1;
    return ready[turn % ready.length];
  };
  const pass = (call: IncomingMessage, answer: ServerResponse) => {
    const shop = next();
    if (!shop) return void answer.writeHead(502).end('no shop is ready');
    const { method, headers } = call;
    const onward: ClientRequest = request(
      shop.url + call.url,
      { method, headers, agent: false },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        response.on('error', () => answer.destroy());
      },
    );
    onward.on('error', (error) => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end(`no answer: ${error.message}`);
    });
    call.pipe(onward);
  };
  const server = createServer(pass).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setShops: (urls) => {
      const known = new Map(shops.map((shop) => [shop.url, shop]));
      shops = urls.map((url) => known.get(url) ?? { url, ready: false });
    },
    close: async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
