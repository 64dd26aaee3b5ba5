import { resolve } from 'node:path';
import { z } from 'zod';
import { readSecretFiles } from './crypto/secret-files.ts';
import type { Bucket } from './storage/s3-client.ts';

/** The validated settings of this process. */
export type Environment = ReturnType<typeof readEnvironment>;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const text = z.string().trim();

/** Values with commas between them. */
const list = text.transform((values) =>
  values
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean),
);

const booleanSetting = text.pipe(
  z
    .enum(['0', '1', 'false', 'true', 'off', 'on'], 'must be 1 or 0')
    .transform((word) => ['1', 'true', 'on'].includes(word)),
);

function integerSetting(from: number, to: number) {
  return text.pipe(
    z
      .stringFormat('number', /^\d{1,9}$/, `must be a whole number from ${from} to ${to}`)
      .transform(Number)
      .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`),
  );
}

function urlSetting(protocols: string[], example: string) {
  return text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must look like ${example}`,
  );
}

/** URL of a stand-in for a service, on this machine only. */
function standInUrl(example: string) {
  return urlSetting(['http:'], example).refine(
    (value) => !URL.canParse(value) || isLoopback(new URL(value).hostname),
    'must be a loopback address: it is for local testing',
  );
}

const searchUrlExample = 'https://user:password@search.example.com:9200/shop';

const isHttp = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

function hasIndexName(value: string): boolean {
  return !isHttp(value) || /^\/([a-z][a-z0-9_-]{0,39})?$/.test(new URL(value).pathname);
}

function isPasswordSafe(value: string): boolean {
  if (!isHttp(value)) return true;
  const { protocol, hostname, username } = new URL(value);
  return protocol === 'https:' || username === '' || isLoopback(hostname);
}

const appSecret = z.string().min(32, 'must have at least 32 characters');

const settings = z.object({
  PORT: integerSetting(0, 65535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: urlSetting(['http:', 'https:'], 'https://shop.example.com').optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: urlSetting(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@host:5432/name',
  ).optional(),
  DATABASE_POOLER: z.literal('transaction', 'must be transaction or unset').optional(),
  DATABASE_POOL: integerSetting(2, 500).default(10),
  REPORTS_DATABASE_URL: urlSetting(
    ['postgres:', 'postgresql:'],
    'postgres://user:password@replica:5432/name',
  ).optional(),
  ROLE: z.enum(['web', 'worker', 'all'], 'must be web, worker or all').default('all'),
  ADMIN_EMAIL: text
    .pipe(z.email({ pattern: z.regexes.html5Email, error: 'must be an email address' }))
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  DEMO: booleanSetting.optional(),
  OPEN: booleanSetting.default(false),
  RATE_LIMIT: z.enum(['on', 'off'], 'must be on or off').default('on'),
  WORKERS: integerSetting(1, 64).default(1),
  BACKUP_MINUTES: integerSetting(0, 1440).optional(),
  BACKUPS_KEPT: integerSetting(1, 1000).default(7),
  PAYMENTS: z.literal('test', 'must be test or unset').optional(),
  STRIPE_SECRET_KEY: text.startsWith('sk_', 'must start with sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: text.startsWith('pk_', 'must start with pk_').optional(),
  STRIPE_WEBHOOK_SECRET: text.startsWith('whsec_', 'must start with whsec_').optional(),
  STRIPE_API_URL: standInUrl('http://127.0.0.1:12111').optional(),
  EASYPOST_API_URL: standInUrl('http://127.0.0.1:12112').optional(),
  EBAY_API_URL: standInUrl('http://127.0.0.1:12113').optional(),
  SEARCH_URL: urlSetting(['http:', 'https:'], searchUrlExample)
    .refine(hasIndexName, `must end in an index name of lower-case letters, such as ${searchUrlExample}`)
    .refine(isPasswordSafe, 'must start with https:// to send a password to another machine')
    .optional(),
  MAIL_ADAPTER: text.optional(),
  STORAGE_ADAPTER: text.optional(),
  SEARCH_ADAPTER: text.optional(),
  CARRIER_ADAPTER: text.optional(),
  CHANNEL_ADAPTER: text.optional(),
  TAX_ADAPTER: text.optional(),
  PAYMENT_ADAPTER: list.default([]),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: urlSetting(['http:', 'https:'], 'https://account.r2.cloudflarestorage.com').optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  WEBHOOK_INTERNAL_HOSTS: text
    .toLowerCase()
    .regex(/^[a-z0-9.:,-]*$/, 'must be names or addresses with commas between them')
    .default(''),
  SMTP_URL: urlSetting(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587').optional(),
  APP_SECRET: appSecret.optional(),
  APP_SECRET_PREVIOUS: appSecret.optional(),
  REQUIRE_APP_SECRET: booleanSetting.optional(),
  BACKUP_KEY: appSecret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlSetting(['http:', 'https:'], 'http://localhost:4318').optional(),
  SENTRY_DSN: urlSetting(['http:', 'https:'], 'https://key@sentry.example.com/1').optional(),
  METRICS_TOKEN: text.min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: integerSetting(0, 65535).optional(),
  TRUSTED_PROXIES: list.default([]),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
});

type Settings = z.infer<typeof settings>;

/** True if the environment says how mails are sent, and not the screen. */
export function isMailInEnvironment({
  mailAdapter,
  smtpUrl,
}: Pick<Environment, 'mailAdapter' | 'smtpUrl'>): boolean {
  return mailAdapter !== undefined || smtpUrl !== undefined;
}

export class InvalidSettings extends Error {
  override name = 'InvalidSettings';
}

/**
 * Reads all settings from `variables`, such as `process.env`. Empty ones count as unset; secrets may be read from files.
 * Throws `InvalidSettings` with one line per error.
 */
export function readEnvironment(variables: Record<string, string | undefined>) {
  const isSet = (entry: [string, string | undefined]): entry is [string, string] => !!entry[1]?.trim();
  const { variables: values, faults: fileFaults } = readSecretFiles(
    Object.fromEntries(Object.entries(variables).filter(isSet)),
  );
  const parsed = settings.safeParse(values);
  const faults = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...fileFaults.values(),
    // A secret with an unreadable file must not also be reported as missing.
    ...faultsOfCombinations({ ...values, ...Object.fromEntries(fileFaults) }),
  ];
  if (!parsed.success || faults.length > 0) {
    throw new InvalidSettings(
      ['These settings need correction:', ...faults.map((fault) => `  ${fault}`)].join('\n'),
    );
  }
  return environmentOf(parsed.data);
}

/** Checks combinations on the raw values, so that these errors are listed together with the others. */
function faultsOfCombinations(values: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  if (values.RATE_LIMIT === 'off' && !isLoopback(values.HOST ?? '127.0.0.1')) {
    faults.push('RATE_LIMIT=off is only allowed while HOST is a loopback address');
  }
  if (Number(values.WORKERS) > 1 && !values.DATABASE_URL) {
    faults.push('WORKERS above 1 needs DATABASE_URL: the embedded database serves one process');
  }
  faults.push(...faultsOfDatabase(values));
  const bucketSettings = Object.keys(values).filter((name) => name.startsWith('S3_'));
  if (bucketSettings.length > 0 && !values.S3_BUCKET) {
    faults.push(`${bucketSettings.join(', ')} set without S3_BUCKET, the bucket for images`);
  }
  if (values.S3_BUCKET && !values.S3_ACCESS_KEY_ID && !values.S3_SECRET_ACCESS_KEY) {
    faults.push(
      'S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY; docs/operations.md has the way with the role of a machine',
    );
  }
  if (Number(values.BACKUP_MINUTES) > 0 && values.DATABASE_URL) {
    faults.push('BACKUP_MINUTES is for the embedded database; back up PostgreSQL with its own tools');
  }
  if (values.APP_SECRET_PREVIOUS && !values.APP_SECRET) {
    faults.push('APP_SECRET_PREVIOUS is set without APP_SECRET, the key that replaces it');
  }
  if (['1', 'true', 'on'].includes(values.REQUIRE_APP_SECRET ?? '') && !values.APP_SECRET) {
    faults.push(
      'APP_SECRET or APP_SECRET_FILE is missing; it signs links and encrypts stored keys. Create one with `openssl rand -base64 32 > app_secret`, store it apart from the backups and set APP_SECRET_FILE to its path',
    );
  }
  if (values.METRICS_PORT && values.METRICS_PORT === (values.PORT ?? '3000')) {
    faults.push('METRICS_PORT must differ from PORT');
  }
  for (const group of allOrNone) {
    const missing = group.filter((name) => !values[name]);
    if (missing.length > 0 && missing.length < group.length) {
      faults.push(`${missing.join(', ')} missing: ${group.join(', ')} belong together`);
    }
  }
  return faults;
}

const onlyWithDatabaseUrl = {
  DATABASE_POOLER: 'it describes the way to that server',
  DATABASE_POOL: 'the embedded database has one connection',
  REPORTS_DATABASE_URL: 'the embedded database has no replica',
};

function faultsOfDatabase(values: Record<string, string | undefined>): string[] {
  if (values.DATABASE_URL) return [];
  const faults = Object.entries(onlyWithDatabaseUrl)
    .filter(([name]) => values[name])
    .map(([name, reason]) => `${name} needs DATABASE_URL: ${reason}`);
  if ((values.ROLE ?? 'all') !== 'all') {
    faults.push(`ROLE=${values.ROLE} needs DATABASE_URL: the embedded database serves one process`);
  }
  return faults;
}

const allOrNone = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function withoutTrailingSlashes(url: string): string {
  return url.endsWith('/') ? withoutTrailingSlashes(url.slice(0, -1)) : url;
}

function bucketOf(values: Settings): Bucket | undefined {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (name === undefined || !accessKeyId || !secretAccessKey) return undefined;
  const credentials = { accessKeyId, secretAccessKey };
  return { name, region: values.S3_REGION, endpoint: values.S3_ENDPOINT, credentials };
}

function standInsOf({ EASYPOST_API_URL, EBAY_API_URL }: Settings): Record<string, string | undefined> {
  return { EASYPOST_API_URL, EBAY_API_URL };
}

function environmentOf(values: Settings) {
  return {
    port: values.PORT,
    host: values.HOST,
    /** Without a trailing slash. */
    publicUrl: withoutTrailingSlashes(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`),
    dataDir: resolve(values.DATA_DIR),
    /** Bucket for images; unset: they are in the data folder. */
    bucket: bucketOf(values),
    databaseUrl: values.DATABASE_URL,
    /** True if DATABASE_URL is a pooler in transaction mode. */
    databasePooler: values.DATABASE_POOLER === 'transaction',
    maxDatabaseConnections: values.DATABASE_POOL,
    /** Replica that reports are read from. */
    reportsDatabaseUrl: values.REPORTS_DATABASE_URL,
    /** `web` answers requests, `worker` runs jobs and periodic tasks, `all` does both. */
    role: values.ROLE,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    /** True if an empty database is filled with the demo shop. */
    demo: values.DEMO ?? values.DATABASE_URL === undefined,
    /** True if the shop is opened to visitors at the start. */
    open: values.OPEN,
    rateLimit: values.RATE_LIMIT,
    workers: values.WORKERS,
    /** Interval of backups of the embedded database, skipped without changes; 0 turns them off. */
    backupMinutes: values.DATABASE_URL === undefined ? (values.BACKUP_MINUTES ?? 15) : 0,
    backupsKept: values.BACKUPS_KEPT,
    /** True if the built-in test processor may take payments in a shop without keys. */
    testPayments: values.PAYMENTS === 'test',
    stripeSecretKey: values.STRIPE_SECRET_KEY,
    stripePublishableKey: values.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: values.STRIPE_WEBHOOK_SECRET,
    /** URL of a fake Stripe API on this machine. */
    stripeApiUrl: values.STRIPE_API_URL,
    /** URLs of stand-ins for the services of extensions on this machine, by their settings. */
    standIns: standInsOf(values),
    /** URL of an OpenSearch server with the prefix of its index names; unset: PostgreSQL searches. */
    searchUrl: values.SEARCH_URL,
    /** Names and addresses inside the network that webhooks may be sent to. */
    webhookInternalHosts: values.WEBHOOK_INTERNAL_HOSTS.split(',').filter(Boolean),
    smtpUrl: values.SMTP_URL,
    /** Modules of one's own that replace a part of the shop (docs/extending.md). */
    mailAdapter: values.MAIL_ADAPTER,
    storageAdapter: values.STORAGE_ADAPTER,
    searchAdapter: values.SEARCH_ADAPTER,
    carrierAdapter: values.CARRIER_ADAPTER,
    channelAdapter: values.CHANNEL_ADAPTER,
    taxAdapter: values.TAX_ADAPTER,
    paymentAdapters: values.PAYMENT_ADAPTER,
    appSecret: values.APP_SECRET,
    /** The previous key, which only verifies and decrypts. */
    appSecretPrevious: values.APP_SECRET_PREVIOUS,
    /** Key that encrypts backups; without it they are plain text. */
    backupKey: values.BACKUP_KEY,
    /** Receiver of traces and of error reports; unset: there are none. */
    tracesEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    sentryDsn: values.SENTRY_DSN,
    /** Bearer token for /metrics. */
    metricsToken: values.METRICS_TOKEN,
    /** Separate port for /metrics. */
    metricsPort: values.METRICS_PORT,
    trustedProxies: values.TRUSTED_PROXIES,
    logLevel: values.LOG_LEVEL,
  };
}
