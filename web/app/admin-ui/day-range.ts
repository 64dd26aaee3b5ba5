const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the day if it is valid, otherwise an empty string. */
export function dayIn(text: string): string {
  return dayPattern.test(text) && Number.isFinite(new Date(`${text}T00:00:00`).getTime()) ? text : '';
}

/** Returns the start of the first day and the end of the last day in the browser's time zone. */
export function timesOf(from: string, to: string): { from?: Date; to?: Date } {
  const end = to === '' ? undefined : new Date(`${to}T00:00:00`);
  end?.setDate(end.getDate() + 1);
  return {
    ...(from !== '' && { from: new Date(`${from}T00:00:00`) }),
    ...(end && { to: end }),
  };
}
