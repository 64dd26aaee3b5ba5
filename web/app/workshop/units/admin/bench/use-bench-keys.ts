import { useEffect, useRef } from 'react';
import { scannerKeyMs, useKeySpeed } from '../../../../admin-ui/scan/use-key-speed.ts';
import { hasSingleKeys } from '../../../../admin-ui/single-keys.ts';

/** Keys that follow each other at the speed of a scanner are a code from here on. */
const minCodeLength = 4;
/** A pause between two keys that begins another code. */
const maxPauseMs = 500;

type BenchKeys = {
  /** A single key that is pressed outside of text fields; returns whether it has a meaning. */
  onKey: (key: string) => boolean;
  /** A code scanned outside of text fields. */
  onScan: (code: string) => void;
  /** Ctrl-Enter, which no scanner sends. */
  onFinish: () => void;
};

const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]';

/** Keys of a device on the bench; a key acts once no other follows at the speed of a scanner. */
export function useBenchKeys({ onKey, onScan, onFinish }: BenchKeys): void {
  const code = useRef({ keys: '', at: Number.NEGATIVE_INFINITY, timer: 0 });
  const speed = useKeySpeed();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        code.current.keys = '';
        return onFinish();
      }
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || target.closest(typing)) return;
      const { keys, at, timer } = code.current;
      window.clearTimeout(timer);
      if (event.key === 'Enter' && keys.trim().length >= minCodeLength && speed.isScanner(event.timeStamp)) {
        // A button with the focus would be pressed.
        event.preventDefault();
        code.current.keys = '';
        return onScan(keys.trim());
      }
      const isFirst = keys === '' || event.timeStamp - at > maxPauseMs;
      // The blank presses a control; no code begins with one.
      if (event.key.length !== 1 || (isFirst && event.key === ' ')) return;
      speed.note(event.timeStamp, isFirst);
      code.current = {
        keys: isFirst ? event.key : keys + event.key,
        at: event.timeStamp,
        timer: window.setTimeout(() => {
          // A key that did something is no part of the code behind it.
          if (code.current.keys.length === 1 && hasSingleKeys() && onKey(event.key)) code.current.keys = '';
        }, scannerKeyMs),
      };
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}

/** Prevents that Enter in a text field sends the form: a code scanned into it would record the step. */
export function ignoreEnter(event: React.KeyboardEvent): void {
  const isPlain = event.key === 'Enter' && !event.ctrlKey && !event.metaKey;
  if (isPlain && (event.target as HTMLElement).matches('input')) event.preventDefault();
}
