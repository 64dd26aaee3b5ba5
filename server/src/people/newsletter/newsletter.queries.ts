import type { Newsletter } from '@reprise/contract/people/newsletter';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { listProductCards } from '../../catalog/products/listing/product-list.queries.ts';
import type { MailedDeal } from '../../foundations/notifications/mails/newsletter-mails.ts';
import type { Db, Queryable } from '../../platform/database/database.ts';
import { users } from '../identity/identity.tables.ts';
import { nextCampaign, runningCampaign } from './campaign-day.ts';
import { newsletterCampaigns } from './newsletter.tables.ts';

export type CampaignRow = typeof newsletterCampaigns.$inferSelect;

const maxDeals = 8;

/** Returns the first families of the deals page, each as its cheapest deal; empty without deals. */
export async function chooseDeals(db: Db): Promise<MailedDeal[]> {
  const { products } = await listProductCards(db, { deals: true, show: 'families', limit: maxDeals });
  return products.map(
    ({ name, slug, image, condition, price, originalPrice, newPriceDate, formerPrice }) => ({
      name,
      slug,
      image,
      condition,
      price,
      originalPrice,
      newPriceDate,
      formerPrice,
    }),
  );
}

/** SQL: the user subscribed, is active and has a verified email. */
const isSubscriber = sql`${users.dealEmailsSince} is not null and ${users.emailVerified} and ${users.status} = 'active'`;

/** Returns the next subscribers in id order. */
export function listSubscribers(db: Queryable, afterId: string, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(isSubscriber, gt(users.id, afterId)))
    .orderBy(users.id)
    .limit(limit);
}

/** Returns the email of a subscriber; null if the user is not subscribed. */
export async function findSubscriber(db: Queryable, id: string): Promise<string | null> {
  const [subscriber] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isSubscriber, eq(users.id, id)));
  return subscriber?.email ?? null;
}

export async function findCampaign(db: Queryable, day: string): Promise<CampaignRow | undefined> {
  const [campaign] = await db.select().from(newsletterCampaigns).where(eq(newsletterCampaigns.day, day));
  return campaign;
}

export async function readNewsletter(db: Queryable, now: Date): Promise<Newsletter> {
  const subscribers = await db.$count(users, isSubscriber);
  const [last] = await db.select().from(newsletterCampaigns).orderBy(desc(newsletterCampaigns.day)).limit(1);
  return {
    readers: subscribers,
    next: nextCampaign(now, (day) => last?.day === day).toISOString(),
    last: last
      ? {
          startedAt: last.startedAt.toISOString(),
          mails: last.mails,
          isUnderWay: last.finishedAt === null && last.day === runningCampaign(now),
        }
      : null,
  };
}
