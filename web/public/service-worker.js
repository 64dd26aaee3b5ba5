// Makes the shop bearable without a network: the cart can be read (it lies in the browser) and every other page
// says plainly what is the matter. Kept are two pages that hold nothing personal and the files they are made of,
// never an answer of the API and never anybody's own page.

// Written by the build: another build is another cache.
const build = 'development';
const cacheName = `reprise-${build}`;
const keptPages = ['/cart', '/offline'];

self.addEventListener('install', (event) => {
  event.waitUntil(keepPages().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request, url));
  else if (isKeptFile(url.pathname)) event.respondWith(answerFile(request));
});

/** Files that the build names by their content: one name, one content, for ever. */
function isKeptFile(path) {
  return path.startsWith('/assets/');
}

async function keepPages() {
  const cache = await caches.open(cacheName);
  for (const page of keptPages) {
    const response = await fetch(page, { credentials: 'omit', cache: 'no-store' });
    if (!response.ok) throw new Error(`${page} answered ${response.status}`);
    const html = await response.clone().text();
    await cache.put(page, response);
    // What the page loads at once; the names of all other pages' files stand in it too.
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[\w.-]+)"/g)].map(([, file]) => file);
    await Promise.all([...new Set(files)].map((file) => keepFile(cache, file)));
  }
}

async function keepFile(cache, file) {
  if (!(await cache.match(file))) await cache.add(file);
}

async function forgetOtherBuilds() {
  for (const name of await caches.keys()) {
    if (name.startsWith('reprise-') && name !== cacheName) await caches.delete(name);
  }
}

/**
 * Always the network; what is kept only where there is none. A kept page stands under its own address: under
 * another its scripts would look for that one's.
 */
async function answerPage(request, { pathname, search }) {
  try {
    return await fetch(request);
  } catch (error) {
    if (!keptPages.includes(pathname)) {
      return Response.redirect(`/offline?${new URLSearchParams({ to: pathname + search })}`);
    }
    const kept = await caches.match(pathname, { cacheName });
    if (kept) return kept;
    throw error;
  }
}

async function answerFile(request) {
  const kept = await caches.match(request, { cacheName, ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}
