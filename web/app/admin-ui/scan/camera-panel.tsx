import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ErrorState } from '../../ui/error-state.tsx';
import { readCodes } from './read-codes.ts';

/** Sentences for the errors of `getUserMedia`, by name. */
const problems = new Map([
  [
    'SecurityError',
    'Browsers allow the camera on https and localhost only. Open the shop at its https address.',
  ],
  ['NotAllowedError', 'The browser may not use the camera. Allow it in the settings of this site.'],
  ['NotFoundError', 'No camera was found.'],
  ['NotReadableError', 'Another program uses the camera.'],
]);
const otherProblem = 'The camera or its decoder did not start.';

/** Camera that reports the codes it sees. */
export default function CameraPanel({ onCode }: { onCode: (code: string) => void }) {
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState('');
  const retry = () => {
    setProblem('');
    setAttempt((before) => before + 1);
  };
  if (problem === '') return <Picture key={attempt} onCode={onCode} onProblem={setProblem} />;
  return (
    <ErrorState title="The camera could not be used" onRetry={retry}>
      {problem}
    </ErrorState>
  );
}

type PictureProps = { onCode: (code: string) => void; onProblem: (problem: string) => void };

function Picture({ onCode, onProblem }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isOpen, setOpen] = useState(false);
  const report = useEffectEvent(onCode);
  const fail = useEffectEvent(onProblem);
  useEffect(() => {
    if (video.current === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    readCodes(video.current, {
      signal,
      onOpen: () => setOpen(true),
      onCode: (code) => report(code),
    }).catch((error: unknown) => {
      if (signal.aborted) return;
      fail((error instanceof DOMException && problems.get(error.name)) || otherProblem);
    });
    return () => controller.abort();
  }, []);
  return (
    <div className="relative h-[min(40svh,24rem)] overflow-hidden rounded-tile bg-sunken">
      <video ref={video} muted playsInline className="size-full object-cover" aria-label="Camera" />
      {isOpen ? (
        <div
          className="absolute inset-x-6 inset-y-8 rounded-control border-2 border-white/80"
          aria-hidden="true"
        />
      ) : (
        <p role="status" className="absolute inset-0 grid place-items-center text-ink-muted">
          Starting the camera …
        </p>
      )}
    </div>
  );
}
