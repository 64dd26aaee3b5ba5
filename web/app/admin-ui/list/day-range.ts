const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the day if it is valid, otherwise an empty string. */
export function dayIn(text: string): string {
  return dayPattern.test(text) && Number.isFinite(new Date(`${text}T00:00:00`).getTime()) ? text : '';
}

/** Returns the filter for whole days of the store, up to the start of the day after the last. */
export function daysToFilter(from: string, to: string): { from?: string; to?: string } {
  const end = to === '' ? undefined : new Date(`${to}T00:00:00Z`);
  end?.setUTCDate(end.getUTCDate() + 1);
  return { ...(from !== '' && { from }), ...(end && { to: end.toISOString().slice(0, 10) }) };
}
