import { createElement as h } from 'react';
import { useLoaderData } from 'react-router';

type Card = { id: number; name: string; price: number };

export const meta = () => [
  { title: 'A bare list' },
  { name: 'description', content: 'Cards and nothing else.' },
];

export function loader() {
  return Array.from({ length: 24 }, (_, id): Card => ({ id, name: `Device ${id}`, price: 100 + id }));
}

export default function List() {
  const cards = useLoaderData<Card[]>();
  return h(
    'main',
    null,
    h('h1', null, 'A bare list'),
    cards.map(({ id, name, price }) =>
      h(
        'article',
        { key: id },
        h('h2', null, h('a', { href: `/?card=${id}` }, name)),
        h('p', null, `$${price}.00`),
      ),
    ),
  );
}
