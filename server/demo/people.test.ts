import { expect, test } from 'vitest';
import { joinedDaysAgo, openedDaysAgo } from './demo-clock.ts';
import { demoModels } from './models.ts';
import { demoOrders } from './orders.ts';
import { demoGuests, demoPeople } from './people.ts';
import { demoReviews } from './reviews.ts';

const products = demoModels.flatMap((model) => model.products);

test('demo addresses and phone numbers are fictional', () => {
  for (const { email, phone } of [...demoPeople, ...demoGuests]) {
    expect(email).toMatch(/@example\.com$/);
    expect(phone).toMatch(/555-01\d\d$|^\+44 (117 496|29 2018) 0\d{3}$/);
  }
  expect(demoPeople.length).toBeGreaterThanOrEqual(18);
  expect(new Set(demoPeople.map(({ email }) => email)).size).toBe(demoPeople.length);
});

test('reviews are about offered conditions, once per model and person, with varied stars', () => {
  for (const { modelKey, condition, personIndex } of demoReviews) {
    const slugs = products.filter((product) => product.modelKey === modelKey);
    expect(
      slugs.some((product) => product.condition === condition),
      `${modelKey} ${condition}`,
    ).toBe(true);
    expect(demoPeople[personIndex]).toBeDefined();
  }
  const unique = (pick: (review: (typeof demoReviews)[number]) => string) =>
    new Set(demoReviews.map(pick)).size;
  expect(unique(({ modelKey, personIndex }) => `${modelKey} ${personIndex}`)).toBe(demoReviews.length);
  expect(unique(({ title }) => title)).toBe(demoReviews.length);
  expect(unique(({ text }) => text)).toBe(demoReviews.length);
  expect(unique(({ rating }) => String(rating))).toBe(5);
  expect(demoReviews.length).toBeGreaterThanOrEqual(280);
  const mean = demoReviews.reduce((sum, { rating }) => sum + rating, 0) / demoReviews.length;
  expect(mean).toBeGreaterThan(4.15);
  expect(mean).toBeLessThan(4.45);
});

test('orders have existing products and buyers, and a status that fits their age', () => {
  const slugs = new Set(products.map((product) => product.slug));
  for (const { items, buyer, hoursAgo, status, isPartlyShipped, shipment } of demoOrders) {
    for (const { slug } of items) expect(slugs.has(slug), slug).toBe(true);
    expect('person' in buyer ? demoPeople[buyer.person] : demoGuests[buyer.guest]).toBeDefined();
    const joined = 'person' in buyer ? joinedDaysAgo(buyer.person) : openedDaysAgo;
    expect(hoursAgo).toBeLessThanOrEqual(joined * 24);
    const hasLeft = status === 'shipped' || status === 'delivered' || isPartlyShipped === true;
    expect(Boolean(shipment)).toBe(hasLeft);
  }
  const ages = (status: string) =>
    demoOrders.filter((order) => order.status === status).map((order) => order.hoursAgo);
  const stages = ['pending', 'processing', 'shipped', 'delivered'].map(ages);
  for (const [index, stage] of stages.entries()) {
    const next = stages[index + 1];
    if (next) expect(Math.max(...stage)).toBeLessThan(Math.min(...next));
  }
  expect(ages('cancelled').length).toBeGreaterThan(0);
  const numbers = demoOrders.flatMap(({ shipment }) => (shipment ? [shipment.trackingNumber] : []));
  expect(new Set(numbers).size).toBe(numbers.length);
});
