import { Drawing, Shadow } from './drawing.tsx';

/** Two devices of different heights side by side. */
export function SideBySideDrawing() {
  return (
    <Drawing>
      <Shadow width={112} />
      <rect x="30" y="38" width="36" height="67" rx="6.5" className="fill-raised" />
      <rect x="34" y="43" width="28" height="57" rx="3.5" className="fill-sunken stroke-none" />
      <path
        d="M34 84 62 56v40.5a3.5 3.5 0 0 1-3.5 3.5h-21a3.5 3.5 0 0 1-3.5-3.5z"
        className="fill-line stroke-none"
      />
      <path d="M44 43h8" strokeWidth="2.4" />
      <rect x="92" y="22" width="42" height="83" rx="7" strokeDasharray="3 4" />
      <path d="M108 28h10" strokeWidth="2.2" />
      <g className="stroke-primary-text" strokeWidth="2.4">
        <path d="M79 22v83M75 22h8M75 105h8" />
        <path d="M75 38h4m-4 22h4m-4 22h4" strokeWidth="1.8" />
      </g>
    </Drawing>
  );
}
