import type { Newsletter } from '@reprise/contract/newsletter';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { listProducts } from '../catalog/listing/product-list.queries.ts';
import { users } from '../identity/identity.tables.ts';
import type { MailedDeal } from '../notifications/templates/mail-content.ts';
import type { Db, Queryable } from '../platform/database/database.ts';
import { campaignGoingOut, nextCampaign } from './campaign-day.ts';
import { newsletterCampaigns } from './newsletter.tables.ts';

export type CampaignRow = typeof newsletterCampaigns.$inferSelect;

const [looked, shown] = [100, 8];

/**
 * The largest savings in stock as the page of deals begins, of each device the largest alone; none where
 * nothing is below its original price.
 */
export async function chooseDeals(db: Db): Promise<MailedDeal[]> {
  const query = { discounted: true, inStock: true, sort: 'saving', limit: looked } as const;
  const { products } = await listProducts(db, query);
  const seen = new Set<string>();
  const deals: MailedDeal[] = [];
  for (const { id, modelKey, name, slug, images, condition, price, originalPrice } of products) {
    const device = modelKey ?? id;
    if (originalPrice === null || seen.has(device)) continue;
    seen.add(device);
    deals.push({ name, slug, image: images[0] ?? null, condition, price, originalPrice });
  }
  return deals.slice(0, shown);
}

/** Who gets it: who agreed, can sign in and has shown that the address is theirs. */
const isReader = sql`${users.dealEmailsSince} is not null and ${users.emailVerified} and ${users.status} = 'active'`;

/** So many readers, in the order of their ids. */
export function listSubscribers(db: Queryable, afterId: string, limit: number): Promise<{ id: string }[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(isReader, gt(users.id, afterId)))
    .orderBy(users.id)
    .limit(limit);
}

/** Where to write to a reader; null for somebody who is none, or none any more. */
export async function findSubscriber(db: Queryable, id: string): Promise<string | null> {
  const [reader] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isReader, eq(users.id, id)));
  return reader?.email ?? null;
}

export async function findCampaign(db: Queryable, day: string): Promise<CampaignRow | undefined> {
  const [edition] = await db.select().from(newsletterCampaigns).where(eq(newsletterCampaigns.day, day));
  return edition;
}

export async function readNewsletter(db: Queryable, now: Date): Promise<Newsletter> {
  const readers = await db.$count(users, isReader);
  const [last] = await db.select().from(newsletterCampaigns).orderBy(desc(newsletterCampaigns.day)).limit(1);
  return {
    readers,
    next: nextCampaign(now, (day) => last?.day === day).toISOString(),
    last: last
      ? {
          startedAt: last.startedAt.toISOString(),
          mails: last.mails,
          isUnderWay: last.finishedAt === null && last.day === campaignGoingOut(now),
        }
      : null,
  };
}
