import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build',
  // The whole map is a few kilobytes: cheaper than asking the server for each link that comes into view.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
