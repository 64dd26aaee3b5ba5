/** Returns true for pages that read codes with a camera: only their policies permit it, and the decoder's WebAssembly. */
export function readsCodes(pathname: string): boolean {
  return /^\/admin(\/|$)/.test(pathname);
}
