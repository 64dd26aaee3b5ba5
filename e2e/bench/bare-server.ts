import { serveBarePage } from '../browser/serve-bare-page.ts';

// The bare React Router page in its own process.

const { url } = await serveBarePage();
console.log(url);
