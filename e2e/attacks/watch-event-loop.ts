import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Loaded into a shop before it starts (node --import): answers on the socket EVENT_LOOP_SOCKET with the longest delay
// of the event loop since the last answer, in milliseconds. A busy machine takes the processor away, which delays the
// loop too: a delay is no longer than the processor time that the main thread used.

const socket = process.env.EVENT_LOOP_SOCKET;
if (!socket) throw new Error('Set EVENT_LOOP_SOCKET.');

const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
let usedBefore = process.threadCpuUsage();

createServer((_request, response) => {
  const { user, system } = process.threadCpuUsage(usedBefore);
  const delayMs = Math.min(delays.max / 1e6, (user + system) / 1000);
  delays.reset();
  usedBefore = process.threadCpuUsage();
  // The first tick after a reset measures nothing, so a request that came before it would look free.
  setTimeout(() => response.end(JSON.stringify({ delayMs })), 3);
})
  .listen(socket)
  .unref();
