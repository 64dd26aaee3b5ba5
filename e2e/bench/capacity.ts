// `npm run bench -- capacity [visitors an hour]` estimates the processes and the database a shop of that size needs.
// It prints every assumption; change them here for another shop.

const assumptions = {
  pagesPerVisit: 6,
  callsPerPage: 1.5,
  /** Share of responses from the response cache or a CDN. */
  kept: 0.95,
  ordersPerHundredVisits: 2,
  /** The busiest minute relative to the mean of its hour. */
  peak: 2,
  /** Milliseconds of one core of a process. */
  keptAnswerMs: 0.08,
  madeAnswerMs: 4,
  orderMs: 1.6,
  /** Milliseconds of one core of the database. */
  madeAnswerInDatabaseMs: 6,
  orderInDatabaseMs: 1.2,
  /** Planned utilization of a core. */
  busy: 0.6,
};

/** Prints the assumptions and the estimate for one or several sizes. */
export function printCapacity(given: number[]): void {
  const sizes = given.length > 0 ? given : [10_000, 100_000, 1_000_000];
  console.log('\n| assumed | |\n|---|---|');
  for (const [name, value] of Object.entries(assumptions)) console.log(`| ${name} | ${value} |`);
  console.log(
    '\n| visitors an hour | answers/s at the peak | made anew/s | orders/s | processes | database cores |',
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
  const answers = visits * a.pagesPerVisit * (1 + a.callsPerPage);
  const made = answers * (1 - a.kept);
  const orders = (visits * a.ordersPerHundredVisits) / 100;
  const inProcesses = (answers - made) * a.keptAnswerMs + made * a.madeAnswerMs + orders * a.orderMs;
  const inDatabase = made * a.madeAnswerInDatabaseMs + orders * a.orderInDatabaseMs;
  return {
    answers,
    made,
    orders,
    processes: inProcesses / 1000 / a.busy,
    databaseCores: inDatabase / 1000 / a.busy,
  };
}
