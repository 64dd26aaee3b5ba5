import { serveBarePage } from '../browser/serve-bare-page.ts';

// The bare React Router page in a process of its own.

const { url } = await serveBarePage();
console.log(url);
