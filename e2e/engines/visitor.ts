import { vi } from 'vitest';
import type { Engine, Point } from './engine.ts';

const patience = { timeout: 30_000, interval: 50 };

/** Steps of a person in one window: each waits until the page has the element. */
export class Visitor {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  open(url: string): Promise<void> {
    return this.#engine.open(url);
  }

  /**
   * Clicks the first visible element with this name, once it has stopped moving and nothing lies over it. Clicks once more
   * if the page has moved under the mouse, so that the click reached another element.
   */
  async click(selector: string, name = /(?:)/): Promise<void> {
    let last: Point | null = null;
    const steady = (found: Found) => {
      const isSteady = found.point?.x === last?.x && found.point?.y === last?.y;
      last = found.point;
      return isSteady ? found.point : null;
    };
    await this.#engine.clickAt(await this.#until(selector, name, steady));
    if (!(await this.#engine.evaluate('window.aim?.hasMissed ?? false'))) return;
    last = null;
    await this.#engine.clickAt(await this.#until(selector, name, steady));
  }

  /** Returns the name of the first visible element with this name. */
  see(selector: string, name: RegExp): Promise<string> {
    return this.#until(selector, name, (found) => found.name);
  }

  /** Clicks the field with this label and types; in a list the keys choose the option that begins with them. */
  async fill(label: string, text: string): Promise<void> {
    const name = new RegExp(`^${RegExp.escape(label)}\\*?$`);
    await this.click(fields, name);
    await this.#engine.type(text);
    await this.#until(fields, name, (found) => found.value?.includes(text));
  }

  /** Chooses in a list by keys. Its open menu is a window of the system, which WebDriver does not see. */
  async choose(before: string, label: string, text: string): Promise<void> {
    await this.click(fields, new RegExp(`^${RegExp.escape(before)}\\*?$`));
    await this.#engine.type(`${tab}${text}`);
    const name = new RegExp(`^${RegExp.escape(label)}\\*?$`);
    await this.#until(fields, name, (found) => found.value === text);
  }

  async #until<T>(selector: string, name: RegExp, check: (found: Found) => T | null | undefined): Promise<T> {
    const expression = `(${lookUp})(${JSON.stringify(selector)}, ${JSON.stringify(name.source)})`;
    const read = async () => {
      const found = (await this.#engine.evaluate(expression)) as Found | null;
      return found && check(found);
    };
    try {
      return (await vi.waitUntil(read, patience)) as T;
    } catch (cause) {
      const text = await this.#engine.evaluate('location.href + "\\n" + document.body.innerText');
      throw new Error(`The page has no ready ${selector} ${name}:\n${text}`, { cause });
    }
  }
}

const fields = 'main input, main select';
/** Key of WebDriver for Tab. */
const tab = '\uE004';

type Found = {
  name: string;
  /** Center of the element; null while it is disabled or something lies over it. */
  point: Point | null;
  /** Text of a field, or of the chosen option of a list. */
  value: string | null;
};

declare global {
  interface Window {
    /** The element of the next click, and whether that click reached another one. */
    aim?: { element: Element; hasMissed: boolean };
  }
}

/** Runs in the page: returns the first visible element with this name, after scrolling it into view. */
function lookUp(selector: string, source: string): Found | null {
  const aimAt = (aimed: Element) => {
    if (!window.aim) {
      const judge = ({ target }: Event) => {
        if (window.aim) window.aim.hasMissed = !window.aim.element.contains(target as Node);
      };
      addEventListener('click', judge, true);
    }
    window.aim = { element: aimed, hasMissed: false };
  };
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement;
    const text = element.ariaLabel ?? (labels?.[0] ?? element).textContent ?? '';
    return text.replaceAll(/\s+/g, ' ').trim();
  };
  const element = [...document.querySelectorAll(selector)].find(
    (candidate) => candidate.checkVisibility() && new RegExp(source).test(nameOf(candidate)),
  );
  if (!element) return null;
  aimAt(element);
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const isHit = element.contains(document.elementFromPoint(point.x, point.y));
  const value =
    element instanceof HTMLSelectElement
      ? element.selectedOptions[0]?.text
      : (element as HTMLInputElement).value;
  return {
    name: nameOf(element),
    point: isHit && !element.matches(':disabled') ? point : null,
    value: value ?? null,
  };
}
