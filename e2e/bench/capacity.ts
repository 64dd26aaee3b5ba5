// `npm run bench -- capacity [visitors an hour]` estimates the processes and the database a shop of that size needs.
// It prints every assumption; change them here for another shop.

const assumptions = {
  pagesPerVisit: 6,
  callsPerPage: 1.5,
  /** Share of responses from the response cache or a CDN. */
  cached: 0.95,
  ordersPerHundredVisits: 2,
  /** The busiest minute relative to the mean of its hour. */
  peak: 2,
  /** Milliseconds of one core of a process. */
  cachedResponseMs: 0.08,
  renderedResponseMs: 4,
  orderMs: 1.6,
  /** Milliseconds of one core of the database. */
  renderedResponseInDatabaseMs: 6,
  orderInDatabaseMs: 1.2,
  /** Planned utilization of a core. */
  busy: 0.6,
};

/** Prints the assumptions and the estimate for one or several sizes. */
export function printCapacity(visitorCounts: number[]): void {
  const sizes = visitorCounts.length > 0 ? visitorCounts : [10_000, 100_000, 1_000_000];
  console.log('\n| assumed | |\n|---|---|');
  for (const [name, value] of Object.entries(assumptions)) console.log(`| ${name} | ${value} |`);
  console.log(
    '\n| visitors an hour | responses/s at the peak | rendered/s | orders/s | processes | database cores |',
  );
  console.log('|---|---|---|---|---|---|');
  for (const visitors of sizes) {
    const cells = Object.values(needsOf(visitors)).map((value) => Math.ceil(value));
    console.log(`| ${visitors} | ${cells.join(' | ')} |`);
  }
}

function needsOf(visitorsAnHour: number) {
  const a = assumptions;
  const visits = (visitorsAnHour / 3600) * a.peak;
  const responses = visits * a.pagesPerVisit * (1 + a.callsPerPage);
  const rendered = responses * (1 - a.cached);
  const orders = (visits * a.ordersPerHundredVisits) / 100;
  const inProcesses =
    (responses - rendered) * a.cachedResponseMs + rendered * a.renderedResponseMs + orders * a.orderMs;
  const inDatabase = rendered * a.renderedResponseInDatabaseMs + orders * a.orderInDatabaseMs;
  return {
    responses,
    rendered,
    orders,
    processes: inProcesses / 1000 / a.busy,
    databaseCores: inDatabase / 1000 / a.busy,
  };
}
