import JsBarcode from 'jsbarcode';

/** Width of a module: two dots of a label printer with 203 dots an inch, so that all bars are printed equally wide. */
const moduleInches = 2 / 203;

/** Barcode in Code 128. */
export function Code128({ text, className }: { text: string; className?: string }) {
  const modules = encodeModules(text);
  const bars = [...modules.matchAll(/1+/g)].map(({ index, 0: run }) => ({ index, width: run.length }));
  return (
    <svg
      role="img"
      aria-label={`Barcode ${text}`}
      width={`${modules.length * moduleInches}in`}
      viewBox={`0 0 ${modules.length} 10`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      {bars.map(({ index, width }) => (
        <rect key={index} x={index} width={width} height={10} fill="#000" />
      ))}
    </svg>
  );
}

/** Returns the modules as "1" for a bar and "0" for a space. */
function encodeModules(text: string): string {
  const drawing: { encodings?: { data: string }[] } = {};
  JsBarcode(drawing, text, { format: 'CODE128' });
  return drawing.encodings?.map(({ data }) => data).join('') ?? '';
}
