import { readFileSync } from 'node:fs';
import { createElement as h } from 'react';
import { useLoaderData } from 'react-router';
import type { CardProduct } from '../../../../web/app/catalog/products/card-product.ts';
import { ProductGrid } from '../../../../web/app/catalog/products/product-grid.tsx';

// Renders only the shop's product cards, with the products of the file in BARE_CARDS.

let cards: CardProduct[] | undefined;

export function loader() {
  cards ??= JSON.parse(readFileSync(process.env.BARE_CARDS ?? '', 'utf8')) as CardProduct[];
  return cards;
}

export default function Cards() {
  return h('main', null, h(ProductGrid, { products: useLoaderData<CardProduct[]>() }));
}
