import { defineConfig } from 'vitest/config';

// Kept apart from vite.config.ts: the router's plugin is for building pages, not for running unit tests.
export default defineConfig({ test: { include: ['app/**/*.test.{ts,tsx}'] } });
