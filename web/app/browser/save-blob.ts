/** Saves a file in the downloads of the browser. */
export function saveBlob(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started the download once the click event has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves data as a JSON file for people. */
export const saveJson = (name: string, data: unknown) =>
  saveBlob(name, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
