/**
 * Defers the framework's scripts of a page that is readable without them: on a slow connection they would
 * compete with the style sheet, the font and the main image. An inline starter loads them after the page
 * or at the first interaction. `noncePlaceholder` marks the framework's scripts. `started` has the source of the
 * script that the starter adds, for its hash in the Content-Security-Policy; it is empty if there is none.
 */
export function deferScripts(
  markedHtml: string,
  noncePlaceholder: string,
): { markedHtml: string; started: string[] } {
  const nonce = ` nonce="${noncePlaceholder}"`;
  const files: string[] = [];
  const started: string[] = [];
  const withoutPreloads = markedHtml.replaceAll(
    /<link rel="modulepreload"([^<>]*)\/>/g,
    (link, attributes) => {
      const file = /href="([^"]+)"/.exec(attributes)?.[1];
      if (file === undefined || !attributes.includes(nonce)) return link;
      files.push(file);
      return '';
    },
  );
  const opening = `<script${nonce} type="module" async="">`;
  const start = withoutPreloads.indexOf(opening);
  const end = withoutPreloads.indexOf('</script>', start);
  if (start < 0 || end < 0) return { markedHtml: withoutPreloads, started };
  // The starter replaces the script it starts, so that the page has the elements that React expects.
  const source = withoutPreloads.slice(start + opening.length, end);
  started.push(source);
  const argumentsJson = [files, source].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'));
  const starter = `<script${nonce}>(${startDeferredScripts})(${argumentsJson.join(',')})`;
  const html = withoutPreloads.slice(0, start) + starter + withoutPreloads.slice(end);
  return { markedHtml: html, started };
}

declare global {
  interface Window {
    /** Elements clicked before hydration, to be clicked again afterwards. */
    earlyClicks?: Set<HTMLElement>;
    /** Removes the listeners for early clicks. */
    endEarlyClicks?: () => void;
  }
}

/** Serialized into the page, so it must not reference anything outside itself. */
function startDeferredScripts(files: string[], source: string): void {
  let hasStarted = false;
  const startOnce = () => {
    if (hasStarted) return;
    hasStarted = true;
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    const entry = document.createElement('script');
    entry.type = 'module';
    entry.textContent = source;
    document.head.append(entry);
  };
  const interactions = ['pointerdown', 'keydown', 'touchstart', 'focusin'];
  for (const interaction of interactions)
    addEventListener(interaction, startOnce, { capture: true, once: true, passive: true });
  if (document.readyState === 'complete') startOnce();
  else addEventListener('load', () => setTimeout(startOnce), { once: true });
  // Starts without the load event, so that a stalled image does not block the scripts.
  setTimeout(startOnce, 2500);

  const clicked = new Set<HTMLElement>();
  const remember = (event: Event) => {
    const button = (event.target as Element).closest?.<HTMLElement>('button[type=button]');
    if (!button) return;
    clicked.add(button);
    // React would drop it while it hydrates, or answer it a second time.
    event.stopPropagation();
  };
  addEventListener('click', remember, true);
  window.earlyClicks = clicked;
  window.endEarlyClicks = () => removeEventListener('click', remember, true);
}
