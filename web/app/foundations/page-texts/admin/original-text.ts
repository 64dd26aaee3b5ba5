/** Fetches the original text of a page that has none of its own, as Markdown. */
export async function fetchOriginalText(page: string): Promise<string> {
  const response = await fetch(`/${page}`, { headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
  const document = new DOMParser().parseFromString(await response.text(), 'text/html');
  const article = document.querySelector('main article');
  if (!article) throw new Error('The page has no text');
  return blocksOf(article).join('\n\n');
}

/** Returns the blocks of an element as Markdown; the title of the page is not part of its text. */
function blocksOf(element: Element): string[] {
  return [...element.children].flatMap((child) => {
    switch (child.tagName) {
      case 'H1':
        return [];
      case 'H2':
      case 'H3':
        return [`${child.tagName === 'H2' ? '#' : '##'} ${textOf(child)}`];
      case 'P':
        return [textOf(child)];
      case 'UL':
      case 'OL':
        return [listOf([...child.children].map(textOf))];
      case 'DL':
        return [listOf([...child.children].map(factOf))];
      default:
        return blocksOf(child);
    }
  });
}

const listOf = (items: string[]) => items.map((item) => `- ${item}`).join('\n');

function factOf(row: Element): string {
  const [name, value] = ['dt', 'dd'].map((tag) => row.querySelector(tag));
  return `${name ? textOf(name) : ''}: ${value ? textOf(value) : ''}`;
}

/** Returns the text of an element in one line, with its links to web addresses, e-mail and pages of the shop. */
function textOf(element: Element): string {
  const parts = [...element.childNodes].map((node) => {
    if (node.nodeType === Node.TEXT_NODE) return escapeMarkdown(node.textContent ?? '');
    if (!(node instanceof Element)) return '';
    const text = textOf(node);
    const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : '';
    return /^(https?:|mailto:|\/)/.test(href) ? `[${text}](${href})` : text;
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#]/g, '\\$&');
