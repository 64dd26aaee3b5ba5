const batchSize = 500;

/**
 * Yields the rows of a long list in batches of at most 500, so that a file of any length needs little memory. `read`
 * returns the next rows after the last one, or the first rows.
 */
export async function* readInBatches<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last, batchSize);
    yield rows;
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
