import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  appDirectory: 'app',
  buildDirectory: 'build',
  // The whole route manifest is a few kilobytes: cheaper than a request for each visible link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
