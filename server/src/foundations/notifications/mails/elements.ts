import { type ComponentProps, type CSSProperties, createElement as h, type ReactNode } from 'react';

// Elements that mail clients render alike. Layout is made of tables, because Outlook ignores the padding and width of
// blocks.

type Box = { style?: CSSProperties; children?: ReactNode };

const table = {
  role: 'presentation',
  align: 'center',
  width: '100%',
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
} as const;

/** Text clients show beside the subject; the padding keeps the start of the mail out of it. */
export function Preview({ children }: { children: string }) {
  const style: CSSProperties = {
    display: 'none',
    overflow: 'hidden',
    lineHeight: '1px',
    opacity: 0,
    maxHeight: 0,
    maxWidth: 0,
  };
  const maxLength = 150;
  const text = children.slice(0, maxLength);
  const padding = '\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff'.repeat(maxLength - text.length);
  return h('div', { style, 'data-skip-in-text': true }, text, h('div', null, padding));
}

/** Body in a table of its own, because some clients drop the styles of `body`. */
export function Body({ style, children }: Box) {
  const { backgroundColor } = style ?? {};
  return h(
    'body',
    { style: { backgroundColor, margin: 0, padding: 0 } },
    h('table', table, h('tbody', null, h('tr', null, h('td', { style }, children)))),
  );
}

/** Block with padding and border. */
export function Section({ style, children }: Box) {
  return h('table', { ...table, style }, h('tbody', null, h('tr', null, h('td', null, children))));
}

/** Columns side by side; its children are `Column`. */
export function Row({ style, children }: Box) {
  return h('table', { ...table, style }, h('tbody', null, h('tr', null, children)));
}

export function Column({ style, children }: Box) {
  return h('td', { style }, children);
}

export function Text({ style, children }: Box) {
  return h('p', { style }, children);
}

export function Link(props: ComponentProps<'a'> & { 'data-skip-in-text'?: 'true' }) {
  return h('a', { target: '_blank', ...props });
}

/** Horizontal line. */
export function Divider({ style }: { style: CSSProperties }) {
  return h('hr', { style: { width: '100%', border: 'none', ...style } });
}

type ButtonProps = { href: string; color: string; textStyle: CSSProperties; label: string };

/** Button whose padding Outlook takes from the cell and all others from the link, so that all of it can be pressed. */
export function Button({ href, color, textStyle, label }: ButtonProps) {
  const padding = '12px 20px';
  const cell = { backgroundColor: color, borderRadius: '6px', msoPaddingAlt: padding };
  const style: CSSProperties = { ...textStyle, display: 'inline-block', padding, textDecoration: 'none' };
  return h(
    'table',
    { ...table, width: undefined, align: 'left' },
    h('tbody', null, h('tr', null, h('td', { style: cell }, h(Link, { href, style }, label)))),
  );
}
