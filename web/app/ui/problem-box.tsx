import { CircleAlert } from './icons/lucide.tsx';

/** Error message beside the control that caused it. */
export function ProblemBox({ message }: { message: string }) {
  return (
    <p className="flex gap-2.5 rounded-control bg-bad-tint px-4 py-3 text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad-text" aria-hidden="true" />
      {message}
    </p>
  );
}
