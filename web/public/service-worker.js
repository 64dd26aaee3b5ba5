// Offline support: the cart page works from the browser's storage, and every other page shows the offline page.
// Caches only these two pages, which contain no personal data, and their files; never API responses.

// Replaced by the build, so that each build has its own cache.
const build = 'development';
const cacheName = `reprise-${build}`;
const cachedPages = ['/cart', '/offline'];

self.addEventListener('install', (event) => {
  event.waitUntil(cachePages().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOtherCaches().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(answerPage(request, url));
  else if (isHashedFile(url.pathname)) event.respondWith(answerFile(request));
});

/** True for files with a content hash in their name, which never change. */
function isHashedFile(path) {
  return path.startsWith('/assets/');
}

async function cachePages() {
  const cache = await caches.open(cacheName);
  for (const page of cachedPages) {
    const response = await fetch(page, { credentials: 'omit', cache: 'no-store' });
    if (!response.ok) throw new Error(`${page} answered ${response.status}`);
    // In place of the pages of a shop that is not open yet.
    if (response.headers.get('cache-control') === 'no-store') throw new Error(`${page} is not open yet`);
    const html = await response.clone().text();
    await cache.put(page, response);
    // Files that the page loads at once; its route manifest names those of all other pages too.
    const files = [...html.matchAll(/(?:href|src)="(\/assets\/[\w.-]+)"/g)].map(([, file]) => file);
    await Promise.all([...new Set(files)].map((file) => cacheFile(cache, file)));
  }
}

async function cacheFile(cache, file) {
  if (!(await cache.match(file))) await cache.add(file);
}

async function deleteOtherCaches() {
  for (const name of await caches.keys()) {
    if (name.startsWith('reprise-') && name !== cacheName) await caches.delete(name);
  }
}

/**
 * Serves pages from the network, and cached ones only when it fails. A cached page keeps its own URL, because its
 * scripts hydrate the route of the URL.
 */
async function answerPage(request, { pathname, search }) {
  try {
    return await fetch(request);
  } catch (error) {
    if (!cachedPages.includes(pathname)) {
      return Response.redirect(`/offline?${new URLSearchParams({ to: pathname + search })}`);
    }
    const cached = await caches.match(pathname, { cacheName });
    if (cached) return cached;
    throw error;
  }
}

async function answerFile(request) {
  const cached = await caches.match(request, { cacheName, ignoreVary: true });
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone()).catch(() => {});
  }
  return response;
}
