import { Drawing, Shadow } from './drawing.tsx';

/** Laptop with an unplugged cable. */
export function UnpluggedDrawing() {
  return (
    <Drawing>
      <Shadow x={64} width={96} />
      <path d="M28 34a4 4 0 0 1 4-4h64a4 4 0 0 1 4 4v52H28z" className="fill-raised" />
      <path d="M33 35h62v46H33z" className="fill-sunken stroke-none" />
      <path d="M33 71 68 35h27v46H33z" className="fill-line stroke-none" opacity="0.6" />
      <path d="M18 86h92l6 15a3 3 0 0 1-3 4H15a3 3 0 0 1-3-4z" className="fill-raised" />
      <path d="M54 98h20M28 91h72" />
      <g className="stroke-primary-text" strokeWidth="2.4">
        <path d="M126 96h7m-7 5h7" />
        <path d="M133 92h7a4 4 0 0 1 4 4v5a4 4 0 0 1-4 4h-7z" className="fill-paper" />
        <path d="M144 98.5c10 0 10-18 2-26s-6-22 6-26" />
      </g>
    </Drawing>
  );
}
