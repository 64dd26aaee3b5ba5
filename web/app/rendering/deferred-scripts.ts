/**
 * A page that reads without scripts is painted before they are fetched: on a slow line they would share the way
 * with the style sheet, the font and the picture it is looked at for. The framework's preloads and its module
 * script go into a starter, which fetches them when the page has loaded, or at the first touch, whichever is
 * sooner. `mark` is the stamp of the framework's own scripts; `started` is what the starter will put into the page,
 * to be allowed there.
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
  // The starter takes the place of the script it starts, so that the page has the elements it is expected to have.
  const source = withoutPreloads.slice(start + opening.length, end);
  started.push(source);
  const given = [files, source].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c'));
  const starter = `<script${stamp}>(${startDeferredScripts})(${given.join(',')})`;
  const html = withoutPreloads.slice(0, start) + starter + withoutPreloads.slice(end);
  return { markedHtml: html, started };
}

declare global {
  interface Window {
    /** What was pressed before the scripts came, to be pressed for good by them. */
    earlyClicks?: Set<HTMLElement>;
    /** From here on the page listens by itself. */
    endEarlyPresses?: () => void;
  }
}

/** Runs in the browser, from its own source: it must not name anything outside of it. */
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
  // A picture that does not come must not keep the page from working.
  setTimeout(begin, 2500);

  const presses = new Set<HTMLElement>();
  const remember = ({ target }: Event) => {
    const button = (target as Element).closest?.<HTMLElement>('button[type=button]');
    if (button) presses.add(button);
  };
  addEventListener('click', remember, true);
  window.earlyClicks = presses;
  window.endEarlyPresses = () => removeEventListener('click', remember, true);
}
