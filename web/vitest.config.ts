import { defineConfig } from 'vitest/config';

// Separate from vite.config.ts, because the router's plugin cannot run in unit tests.
export default defineConfig({ test: { include: ['app/**/*.test.{ts,tsx}'] } });
