/** Dot in a color; the text beside it names the color. */
export function ColorSwatch({ code }: { code: string }) {
  return (
    <span
      className="size-5 shrink-0 rounded-full border border-line-strong"
      style={{ backgroundColor: code }}
      aria-hidden="true"
    />
  );
}
