const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A day as the address holds it; nothing where it is none. */
export function dayIn(text: string): string {
  return dayPattern.test(text) && Number.isFinite(new Date(`${text}T00:00:00`).getTime()) ? text : '';
}

/** The moments from the first day's beginning to the last day's end, in the reader's time zone. */
export function momentsOf(from: string, to: string): { from?: Date; to?: Date } {
  const end = to === '' ? undefined : new Date(`${to}T00:00:00`);
  end?.setDate(end.getDate() + 1);
  return {
    ...(from !== '' && { from: new Date(`${from}T00:00:00`) }),
    ...(end && { to: end }),
  };
}
