import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from './button.tsx';
import { Modal } from './overlays/modal.tsx';

const classesOf = (markups: string[]) =>
  new Set(markups.map((markup) => /class="([^"]*)"/.exec(markup)?.[1]));

test('buttons come in six variants', () => {
  const variants = ['primary', 'secondary', 'outline', 'ghost', 'danger', 'success'] as const;
  const buttons = variants.map((variant) => renderToStaticMarkup(<Button variant={variant}>Save</Button>));
  expect(classesOf(buttons).size).toBe(6);
});

test('dialogs come in four sizes', () => {
  const dialogs = (['sm', 'md', 'lg', 'xl'] as const).map((size) =>
    renderToStaticMarkup(
      <Modal open={false} onClose={() => {}} title="A question" size={size}>
        Sure?
      </Modal>,
    ),
  );
  expect(classesOf(dialogs).size).toBe(4);
});
