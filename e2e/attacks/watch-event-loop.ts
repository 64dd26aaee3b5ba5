import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into a shop before it starts (node --import): answers on the socket EVENT_LOOP_SOCKET with the longest delay
// of the event loop since the last answer, in milliseconds.

const socket = process.env.EVENT_LOOP_SOCKET;
if (!socket) throw new Error('Set EVENT_LOOP_SOCKET.');

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();

createServer((_request, response) => {
  response.end(JSON.stringify({ delayMs: delays.max / 1e6 }));
  delays.reset();
})
  .listen(socket)
  .unref();
