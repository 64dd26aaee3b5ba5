import type { Checklist } from '@reprise/contract/catalog/grading/checklist';
import { checksOf } from '@reprise/contract/catalog/grading/device-checks';
import type { GradeStandard } from '@reprise/contract/catalog/grading/grade-standard';
import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { cents } from '@reprise/contract/money';
import type { Unit, UnitOutcome } from '@reprise/contract/workshop/units/unit';
import { eq } from 'drizzle-orm';
import { findChecklist, findStandard } from '../src/catalog/grading/grading.queries.ts';
import { setTracking } from '../src/sales/orders/devices/set-tracking.ts';
import { closeLot } from '../src/workshop/lots/costs/close-lot.ts';
import { lots, suppliers } from '../src/workshop/lots/lots.tables.ts';
import { applyManifest } from '../src/workshop/lots/manifest/apply-manifest.ts';
import { getManifest, receiveManifest } from '../src/workshop/lots/manifest/manifests.ts';
import { createLot } from '../src/workshop/lots/save-lot.ts';
import { createSupplier } from '../src/workshop/lots/suppliers.ts';
import { recordChecks } from '../src/workshop/units/bench/record-checks.ts';
import { recordGrading } from '../src/workshop/units/bench/record-grading.ts';
import { recordTest } from '../src/workshop/units/bench/record-test.ts';
import { recordWipes } from '../src/workshop/units/bench/record-wipes.ts';
import { listUnitsForSale, moveUnits } from '../src/workshop/units/move-units.ts';
import { receiveUnit } from '../src/workshop/units/receive-unit.ts';
import { addPart } from '../src/workshop/units/repairs/add-part.ts';
import { closeRepair, openRepair } from '../src/workshop/units/repairs/change-repair.ts';
import { repairs } from '../src/workshop/units/repairs/repairs.tables.ts';
import { updateUnit } from '../src/workshop/units/update-unit.ts';
import { type DemoDeps, daysAgo } from './demo-clock.ts';
import {
  type BenchStep,
  benchSteps,
  indexOfReturned,
  type LotRow,
  nextLotRows,
  numbersOf,
  soldByDevice,
} from './devices.ts';
import { loadPhotos, noteOf } from './load-photos.ts';
import type { DemoProduct } from './models.ts';
import { demoModels } from './models.ts';
import { returnedOrders } from './returns/returns.ts';

/** Tests and grades of the demo's devices. */
type Bench = { checklist: Checklist; standard: GradeStandard };

/** Days since each step of the demo's devices. */
const since = { lot: 34, received: 30, sale: 26, nextLot: 6, bench: 3 };

/**
 * Receives the devices of the products that are sold by device, takes them over the bench and puts them on sale; then
 * those that are still on the bench or on their way. Repeated, it adds what is missing.
 */
export async function loadDevices(deps: DemoDeps, productIds: Map<string, string>): Promise<void> {
  // All of them are phones.
  const bench = {
    checklist: await findChecklist(deps.db, 'phone'),
    standard: await findStandard(deps.db, 'phone'),
  };
  const supplier = await ensureSupplier(daysAgo(deps, since.lot));
  const sold = soldByDevice.map((slug) => ({ product: productOf(slug), id: idOf(productIds, slug) }));
  const goods = sold.reduce(
    (sum, { product }) => sum + soldIndexes(product, 0).length * boughtFor(product),
    0,
  );
  const first = await ensureLot(daysAgo(deps, since.lot), { supplier, reference: 'DEMO-1', goods });
  let firstIndex = 0;
  for (const { product, id } of sold) {
    await setTracking(daysAgo(deps, since.received), id, 'serial', deps.actorId);
    await sellDevices(deps, { bench, product, productId: id, lot: first.id, firstIndex });
    firstIndex += product.stockCount;
  }
  if (first.state === 'open') {
    const closing = { neverCame: 'spread', dryRun: false } as const;
    await closeLot(daysAgo(deps, since.sale), first.id, closing, deps.actorId);
  }
  await loadNextLot(deps, { bench, supplier, productIds, firstIndex });
}

type Sale = { bench: Bench; product: DemoProduct; productId: string; lot: string; firstIndex: number };

/** Receives, tests and grades the devices of a product and puts them on sale under it. */
async function sellDevices(
  deps: DemoDeps,
  { bench, product, productId, lot, firstIndex }: Sale,
): Promise<void> {
  const ids: string[] = [];
  for (const [place, index] of soldIndexes(product, firstIndex).entries()) {
    const unit = await receive(daysAgo(deps, since.received), { productId, lot, index });
    // Each device on sale has drawings of its own.
    if (place < product.stockCount) await present(deps, unit, { product, place });
    if (unit.state === 'bench') {
      ids.push(unit.id);
      await work(daysAgo(deps, since.sale), unit.id, { bench, product, index, done: 'graded' });
    } else if (unit.state === 'ready') ids.push(unit.id);
  }
  if (ids.length === 0) return;
  const selling = daysAgo(deps, since.sale);
  const mover = { actorId: deps.actorId, canWaive: false };
  await moveUnits(selling, { ids, to: 'ready', reason: '' }, mover);
  assertDone(await listUnitsForSale(selling, { ids, product: productId, reason: '' }, deps.actorId));
}

/** Returns the numbers of the devices of a product: those on sale, and one that a customer returns. */
function soldIndexes({ slug, stockCount }: DemoProduct, firstIndex: number): number[] {
  const onSale = Array.from({ length: stockCount }, (_, place) => firstIndex + place);
  const returned = returnedOrders.findIndex(({ items }) => items.some((item) => item.slug === slug));
  return returned < 0 ? onSale : [...onSale, indexOfReturned(returned)];
}

/** Adds photos and, to a worn device, the note for buyers. */
async function present(
  deps: DemoDeps,
  { id, version, publicNote }: Unit,
  { product, place }: { product: DemoProduct; place: number },
): Promise<void> {
  const received = daysAgo(deps, since.received);
  const note = noteOf(product, place);
  const caller = { userId: deps.actorId, permissions: new Set<never>() };
  if (note !== publicNote) await updateUnit(received, id, { version, publicNote: note }, caller);
  await loadPhotos(received, id, { product, place });
}

type NextLot = { bench: Bench; supplier: string; productIds: Map<string, string>; firstIndex: number };

/** Loads the lot that has come in part: its manifest, and the devices that were received so far. */
async function loadNextLot(
  deps: DemoDeps,
  { bench, supplier, productIds, firstIndex }: NextLot,
): Promise<void> {
  const opened = daysAgo(deps, since.nextLot);
  const goods = nextLotRows.reduce((sum, { slug }) => sum + boughtFor(productOf(slug)), 0);
  const { id: lot } = await ensureLot(opened, { supplier, reference: 'DEMO-2', goods });
  // Neither depends on the lot being new: a load can be interrupted between the three.
  if ((await getManifest(deps.db, lot)) === null) {
    await receiveManifest(opened, lot, { name: 'manifest.csv', bytes: manifestOf(firstIndex) }, deps.actorId);
  }
  await applyManifest(opened, lot, { again: false }, deps.actorId);
  for (const [offset, { slug, done, finding }] of nextLotRows.entries()) {
    if (done === undefined) continue;
    const index = firstIndex + offset;
    const productId = idOf(productIds, slug);
    const unit = await receive(daysAgo(deps, since.bench), { productId, lot, index });
    if (unit.state !== 'bench') continue;
    const at = daysAgo(deps, since.bench - 1);
    await work(at, unit.id, { bench, product: productOf(slug), index, done });
    if (finding === 'blacklisted') {
      const check = { kind: 'blacklist', result: 'blocked', provider: '', note: 'Reported stolen' } as const;
      await recordChecks(at, unit.id, { checks: [check] }, deps.actorId);
    }
    if (finding === 'wipe failed') await wipe(at, unit.id, 'failed');
    if (finding === 'weak battery' || finding === 'cracked screen') await repair(at, unit.id, finding);
  }
}

function manifestOf(firstIndex: number): Buffer {
  const rows = nextLotRows.map(({ slug, declared }, offset) => {
    const product = productOf(slug);
    const { imei, serial } = numbersOf(firstIndex + offset);
    const price = (boughtFor(product) / 100).toFixed(2);
    return [`${product.brand} ${product.name}`, imei, serial, declared, price].join(',');
  });
  return Buffer.from(['Model,IMEI,Serial,Grade,Price', ...rows, ''].join('\n'));
}

/** Cents that the supplier asks for a device of the product. */
const boughtFor = ({ priceCents }: DemoProduct) => Math.round(priceCents * 0.6);

function receive(
  deps: DemoDeps,
  { productId, lot, index }: { productId: string; lot: string; index: number },
) {
  const { imei, serial } = numbersOf(index);
  const body = {
    model: { product: productId },
    identifiers: [
      { kind: 'imei' as const, value: imei },
      { kind: 'serial' as const, value: serial },
    ],
    gtin: '',
    captured: 'scan' as const,
    place: `A-${String((index % 12) + 1).padStart(2, '0')}`,
    note: '',
    lot,
    again: false,
  };
  // The idempotency key returns a device that was received before an interruption.
  return receiveUnit(deps, body, deps.actorId, `demo device ${serial}`);
}

type Work = {
  bench: Bench;
  product: DemoProduct;
  index: number;
  done: NonNullable<LotRow['done']>;
};

/** Takes a device over the bench up to the step. */
async function work(deps: DemoDeps, id: string, { bench, product, index, done }: Work): Promise<void> {
  const last = done === 'received' ? -1 : benchSteps.indexOf(done);
  const reaches = (step: BenchStep) => benchSteps.indexOf(step) <= last;
  if (!reaches('checked')) return;
  const { checklist, standard } = bench;
  const clear = { result: 'clear', provider: '', note: '' } as const;
  await recordChecks(
    deps,
    id,
    { checks: checksOf('phone').map((kind) => ({ ...clear, kind })) },
    deps.actorId,
  );
  if (reaches('wiped')) await wipe(deps, id, 'passed');
  const once = (operation: string) => ({ actorId: deps.actorId, key: `demo ${operation} ${id}` });
  if (reaches('tested')) {
    const results = Object.fromEntries(checklist.tests.map(({ key }) => [key, 'pass' as const]));
    const battery = Math.min(100, (product.batteryHealth ?? 90) + (index % 4));
    const report = { checklist: checklist.id, results, battery, cycles: cyclesOf(product, index) };
    await recordTest(deps, id, { ...report, note: '', seconds: 240 + 13 * (index % 9) }, once('test'));
  }
  if (reaches('graded')) {
    const { code, worst, isRefurbished } = gradings[product.condition];
    const surfaces = Object.fromEntries(standard.surfaces.map(({ key }) => [key, worst]));
    const answers = { surfaces, isRefurbished };
    await recordGrading(deps, id, { standard: standard.id, answers, code, reason: '' }, once('grading'));
  }
  if (reaches('ready')) {
    const mover = { actorId: deps.actorId, canWaive: false };
    assertDone(await moveUnits(deps, { ids: [id], to: 'ready', reason: '' }, mover));
  }
}

/** Returns the charge cycles of a device; those of returns are as few as their descriptions say. */
const cyclesOf = ({ condition }: DemoProduct, index: number) =>
  condition === 'excellent' ? 4 + 3 * (index % 4) : 40 + 17 * (index % 23);

/** Grade of a device of each condition, and the wear of its surfaces. */
const gradings: Record<Condition, { code: string; worst: string; isRefurbished: boolean }> = {
  excellent: { code: 'A', worst: 'A', isRefurbished: false },
  good: { code: 'B', worst: 'B', isRefurbished: false },
  fair: { code: 'C', worst: 'C', isRefurbished: false },
  refurbished: { code: 'R', worst: 'A', isRefurbished: true },
};

function wipe(deps: DemoDeps, id: string, result: 'passed' | 'failed') {
  const how = { category: 'purge', method: 'Factory reset with key destruction', tool: '' } as const;
  return recordWipes(deps, { ids: [id], ...how, verification: 'tool', result }, deps.actorId);
}

const repairsOf = {
  'weak battery': { fault: 'Battery at 71%, shuts down in the cold', part: 'battery', cost: 3490 },
  'cracked screen': { fault: 'Screen cracked in the upper left corner', part: 'screen', cost: 11900 },
} as const;

/** Opens a repair with a part; the battery is in, the screen waits for its technician. */
async function repair(deps: DemoDeps, id: string, finding: keyof typeof repairsOf): Promise<void> {
  const { fault, part, cost } = repairsOf[finding];
  const { actorId } = deps;
  if ((await deps.db.$count(repairs, eq(repairs.unitId, id))) > 0) return;
  await openRepair(deps, id, { fault }, actorId);
  const used = { part, action: 'replaced', quality: 'oem-new', serial: '' } as const;
  const by = { actorId, key: `demo part ${id}`, canWaive: false };
  await addPart(deps, id, { ...used, cost: cents(cost), stripped: false }, by);
  if (finding === 'cracked screen') return;
  await closeRepair(deps, id, { outcome: 'done', work: 'New battery, calibrated', minutes: 35 }, actorId);
}

async function ensureSupplier(deps: DemoDeps): Promise<string> {
  const name = 'Second Cycle Wholesale';
  const [known] = await deps.db.select({ id: suppliers.id }).from(suppliers).where(eq(suppliers.name, name));
  if (known) return known.id;
  const input = {
    name,
    kind: 'company',
    email: 'sales@second-cycle.example',
    claimDays: 30,
    taxScheme: 'standard',
    note: '',
  } as const;
  return (await createSupplier(deps, input, deps.actorId)).id;
}

/** Returns the lot with this reference; adds it unless it exists. */
async function ensureLot(
  deps: DemoDeps,
  { supplier, reference, goods }: { supplier: string; reference: string; goods: number },
) {
  const [known] = await deps.db
    .select({ id: lots.id, state: lots.state })
    .from(lots)
    .where(eq(lots.reference, reference));
  if (known) return known;
  const input = { supplier, reference, goods: cents(goods), expectedOn: null, note: '' };
  const by = { actorId: deps.actorId, seesCosts: true };
  return createLot(deps, { ...input, spread: 'value' }, by);
}

function assertDone(outcomes: UnitOutcome[]): void {
  const problem = outcomes.find((outcome) => outcome.problem !== '')?.problem;
  if (problem) throw new Error(`A demo device could not be moved: ${problem}`);
}

const products = new Map(
  demoModels.flatMap((model) => model.products).map((product) => [product.slug, product]),
);

function productOf(slug: string): DemoProduct {
  const product = products.get(slug);
  if (!product) throw new Error(`The demo has no product ${slug}.`);
  return product;
}

function idOf(productIds: Map<string, string>, slug: string): string {
  const id = productIds.get(slug);
  if (!id) throw new Error(`The demo has no product ${slug}.`);
  return id;
}
