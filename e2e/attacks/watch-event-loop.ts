import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';

// Preload (`node --import`): answers on the socket EVENT_LOOP_SOCKET with the longest event-loop delay since the last
// answer, in milliseconds. The delay is capped by the processor time of the main thread, because a busy machine
// delays the loop too.

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
  // The first tick after a reset measures nothing, so an earlier request would appear free.
  setTimeout(() => response.end(JSON.stringify({ delayMs })), 3);
})
  .listen(socket)
  .unref();
