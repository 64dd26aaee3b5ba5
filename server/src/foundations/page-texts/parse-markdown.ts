import {
  maxNesting,
  type TextBlock,
  type TextPhrase,
  type TextRun,
} from '@reprise/contract/foundations/page-texts';
import MarkdownIt, { type Token } from 'markdown-it';

// CommonMark without raw HTML, which remains text. So does a link with a target that is not allowed.
const parser = new MarkdownIt('commonmark', { html: false });
parser.validateLink = (target) => safeHref(target) !== undefined;

/** Parses Markdown into blocks; a link is http, https, mailto or a path of the shop. */
export function parseMarkdown(markdown: string): TextBlock[] {
  return readBlocks(parser.parse(markdown, {}).values(), 0);
}

/** True if the blocks show something. */
export function hasVisibleText(blocks: TextBlock[]): boolean {
  return blocks.some(
    ({ phrases = [], text = '', items = [] }) =>
      text.trim() !== '' ||
      phrases.some(({ runs }) => runs.some((run) => run.text.trim() !== '')) ||
      items.some(hasVisibleText),
  );
}

type Tokens = Iterator<Token, undefined>;

/** Reads blocks up to the end of their container. The recursion is bounded by the parser's own limit of nesting. */
function readBlocks(tokens: Tokens, nesting: number): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (let token = tokens.next().value; token && token.nesting >= 0; token = tokens.next().value)
    blocks.push(...readBlock(token, tokens, nesting));
  return blocks;
}

function readBlock(token: Token, tokens: Tokens, nesting: number): TextBlock[] {
  switch (token.type) {
    case 'heading_open':
      return [{ kind: 'heading', level: levelOf(token), phrases: readPhrases(tokens) }];
    case 'paragraph_open':
      return [{ kind: 'paragraph', phrases: readPhrases(tokens) }];
    case 'fence':
    case 'code_block':
      return [{ kind: 'code', text: token.content }];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'blockquote_open':
      return fold({ kind: 'quote', items: [readBlocks(tokens, nesting + 1)] }, nesting);
    case 'bullet_list_open':
      return fold({ kind: 'list', items: readItems(tokens, nesting + 1) }, nesting);
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1);
      return fold({ kind: 'list', start, items: readItems(tokens, nesting + 1) }, nesting);
    }
    default:
      return [];
  }
}

function readItems(tokens: Tokens, nesting: number): TextBlock[][] {
  const items: TextBlock[][] = [];
  for (let token = tokens.next().value; token && token.nesting >= 0; token = tokens.next().value)
    items.push(readBlocks(tokens, nesting));
  return items;
}

/** Returns the container, or only its content below the deepest level. */
function fold(container: TextBlock, nesting: number): TextBlock[] {
  return nesting < maxNesting ? [container] : (container.items ?? []).flat();
}

/** The page's title is the first level. */
function levelOf({ tag }: Token): number {
  return Math.min(Number(tag.slice(1)) + 1, 4);
}

/** Reads the content of a heading or paragraph, and its end. */
function readPhrases(tokens: Tokens): TextPhrase[] {
  const content = tokens.next().value;
  tokens.next();
  return phrasesOf(content?.children ?? []);
}

/** Flattens nested emphasis and links into runs. */
function phrasesOf(tokens: Token[]): TextPhrase[] {
  const phrases: TextPhrase[] = [];
  const depth = { strong: 0, em: 0 };
  let href: string | undefined;
  for (const token of tokens) {
    if (token.tag === 'strong' || token.tag === 'em') depth[token.tag] += token.nesting;
    if (token.type === 'link_open') href = safeHref(String(token.attrGet('href')));
    if (token.type === 'link_close') href = undefined;
    const text = textOf(token);
    if (text === undefined || text === '') continue;
    addRun(phrases, href, {
      text,
      ...(depth.strong > 0 && { strong: true }),
      ...(depth.em > 0 && { emphasis: true }),
      ...(token.type === 'code_inline' && { code: true }),
    });
  }
  return phrases;
}

/** Adds a run to the phrase of its link, as part of the run before it if they look the same. */
function addRun(phrases: TextPhrase[], href: string | undefined, run: TextRun): void {
  const phrase = phrases.at(-1);
  if (phrase === undefined || phrase.href !== href) {
    phrases.push({ ...(href !== undefined && { href }), runs: [run] });
    return;
  }
  const last = phrase.runs.at(-1);
  const looksSame = last && (['strong', 'emphasis', 'code'] as const).every((key) => last[key] === run[key]);
  if (looksSame) last.text += run.text;
  else phrase.runs.push(run);
}

/** Returns the text of a token; a line break within a paragraph is a space, an explicit one a line feed. */
function textOf({ type, content }: Token): string | undefined {
  switch (type) {
    case 'text':
    case 'text_special':
    case 'code_inline':
    // An image is replaced by its alternative text.
    case 'image':
      return content;
    case 'softbreak':
      return ' ';
    case 'hardbreak':
      return '\n';
    default:
      return undefined;
  }
}

const protocols = ['http:', 'https:', 'mailto:'];
const shopOrigin = 'https://shop.invalid';

/** Returns the normalized target; undefined if its scheme is not allowed or it is no URL. */
function safeHref(target: string): string | undefined {
  // After a second slash or a backslash, a browser reads the name of another host.
  if (/^\/(?:[^/\\]|$)/.test(target)) {
    const url = URL.parse(target, shopOrigin);
    return url?.origin === shopOrigin ? url.href.slice(shopOrigin.length) : undefined;
  }
  const url = URL.parse(target);
  return url && protocols.includes(url.protocol) ? url.href : undefined;
}
