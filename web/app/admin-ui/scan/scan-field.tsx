import { type KeyboardEvent, lazy, type Ref, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { usePermissions } from '../../session/use-permissions.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Camera } from '../../ui/icons/lucide.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCameraParam } from './use-camera-param.ts';
import { useKeySpeed } from './use-key-speed.ts';

const CameraPanel = lazy(() => import('./camera-panel.tsx'));

/** Answer to a scan: shown in color, read out, and sounded. */
export type Feedback = {
  tone: 'good' | 'bad' | 'neutral' | 'ask';
  text: string;
  /** Number of the device to open. */
  unit?: string | undefined;
  /** Number of the return to open, instead of the device. */
  return?: string | undefined;
};

type ScanFieldProps = {
  ref: Ref<HTMLInputElement>;
  placeholder: string;
  onCode: (code: string, captured: 'scan' | 'typed') => void;
  hint: string;
  /** Enter in the empty field. */
  onEnter?: () => void;
  /** Backspace in the empty field. */
  onBackspace?: () => void;
  /** Ctrl-Enter, which no scanner sends. */
  onYes?: () => void;
  /** Escape, which no scanner sends. */
  onNo?: () => void;
};

/** Field that a scanner types into, and that a camera can fill. Enter or Tab ends a code. */
export function ScanField({
  ref,
  placeholder,
  hint,
  onCode,
  onEnter,
  onBackspace,
  onYes,
  onNo,
}: ScanFieldProps) {
  const [typed, setTyped] = useState('');
  const camera = useCameraParam();
  const speed = useKeySpeed();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && typed === '') return onBackspace?.();
    if (event.key === 'Escape') {
      setTyped('');
      return onNo?.();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return onYes?.();
    if (event.key !== 'Enter' && (event.key !== 'Tab' || event.shiftKey || typed.trim() === '')) return;
    event.preventDefault();
    if (typed.trim() === '') return onEnter?.();
    setTyped('');
    onCode(typed, speed.isScanner(event.timeStamp) ? 'scan' : 'typed');
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor="scan" className="font-medium text-sm">
        Scan
      </label>
      <div className="relative">
        <input
          ref={ref}
          id="scan"
          type="text"
          // Without a keyboard on the screen, which would cover the picture of the camera.
          inputMode={camera.isOn ? 'none' : 'text'}
          enterKeyHint="enter"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          aria-describedby="scan-hint"
          className="control tabular min-h-16 w-full pe-16 text-xl sm:text-2xl"
          value={typed}
          onChange={(event) => {
            speed.note(event.timeStamp, typed === '');
            setTyped(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        <div className="absolute inset-y-0 end-2 grid items-center">
          <IconButton
            label="Camera"
            title="Scan with the camera"
            aria-pressed={camera.isOn}
            className="aria-pressed:bg-primary-tint aria-pressed:text-primary-text"
            onClick={camera.toggle}
          >
            <Camera className="size-6" aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <p id="scan-hint" className="text-ink-muted text-sm">
        {hint}
      </p>
      {camera.isOn && (
        <Suspense fallback={<Skeleton className="h-[min(40svh,24rem)]" />}>
          <CameraPanel onCode={(code) => onCode(code, 'scan')} />
        </Suspense>
      )}
    </div>
  );
}

const bands: Record<Feedback['tone'], string> = {
  good: 'bg-good-fill text-good-on',
  bad: 'bg-bad-fill text-bad-on',
  neutral: 'bg-primary-tint text-primary-text',
  ask: 'bg-warn-tint text-warn-text ring-2 ring-warn',
};

/** The answer to the last scan, to be read at arm's length. */
export function FeedbackBand({ feedback }: { feedback: Feedback | null }) {
  const can = usePermissions();
  return (
    <div
      role="status"
      className={classNames(
        'flex min-h-20 flex-wrap items-center justify-between gap-3 rounded-tile px-5 py-4 font-semibold text-lg sm:text-xl',
        feedback ? bands[feedback.tone] : 'bg-sunken text-ink-muted',
      )}
    >
      <span className="wrap-anywhere">{feedback?.text ?? 'Ready to scan.'}</span>
      {feedback?.return && can('returns.handle') ? (
        <Link to={`/admin/returns/${feedback.return}`} className="text-base underline">
          Open {feedback.return}
        </Link>
      ) : (
        feedback?.unit && (
          <Link to={`/admin/units/${feedback.unit}`} className="text-base underline">
            Open {feedback.unit}
          </Link>
        )
      )}
    </div>
  );
}
