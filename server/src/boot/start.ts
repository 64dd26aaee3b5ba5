import { buildWebAppIfStale } from './build-web-app.ts';

// `npm start`: builds the web app if its sources are newer than the last build, then runs the shop.

process.env.NODE_ENV ??= 'production';
buildWebAppIfStale();
await import('./main.ts');
