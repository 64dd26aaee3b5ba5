/**
 * Defers the framework's scripts of a page that is readable without them: on a slow connection they would
 * compete with the style sheet, the font and the main image. An inline starter loads them after the page or
 * at the first interaction; `mark` is the nonce placeholder and `started` the script that the starter adds.
 */
export function deferScripts(markedHtml: string, mark: string): { markedHtml: string; started: string[] } {
  const stamp = ` nonce="${mark}"`;
  const files: string[] = [];
  const started: string[] = [];
  const withoutPreloads = markedHtml.replaceAll(
    /<link rel="modulepreload"([^<>]*)\/>/g,
    (link, attributes) => {
      const file = /href="([^"]+)"/.exec(attributes)?.[1];
      if (file === undefined || !attributes.includes(stamp)) return link;
      files.push(file);
      return '';
    },
  );
  const opening = `<script${stamp} type="module" async="">`;
  const start = withoutPreloads.indexOf(opening);
  const end = withoutPreloads.indexOf('</script>', start);
  if (start < 0 || end < 0) return { markedHtml: withoutPreloads, started };
  // The starter replaces the script it starts, so that the page has the elements that React expects.
  const source = withoutPreloads.slice(start + opening.length, end);
  started.push(source);
  const given = [files, source].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'));
  const starter = `<script${stamp}>(${startDeferredScripts})(${given.join(',')})`;
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
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    const entry = document.createElement('script');
    entry.type = 'module';
    entry.textContent = source;
    document.head.append(entry);
  };
  const signs = ['pointerdown', 'keydown', 'touchstart', 'focusin'];
  for (const sign of signs) addEventListener(sign, begin, { capture: true, once: true, passive: true });
  if (document.readyState === 'complete') begin();
  else addEventListener('load', () => setTimeout(begin), { once: true });
  // Starts without the load event, so that a stalled image does not block the scripts.
  setTimeout(begin, 2500);

  const presses = new Set<HTMLElement>();
  const remember = ({ target }: Event) => {
    const button = (target as Element).closest?.<HTMLElement>('button[type=button]');
    if (button) presses.add(button);
  };
  addEventListener('click', remember, true);
  window.earlyClicks = presses;
  window.endEarlyClicks = () => removeEventListener('click', remember, true);
}
