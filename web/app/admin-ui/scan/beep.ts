let audio: AudioContext | undefined;

/** Frequency, start and end of each sound of a tone, in hertz and seconds. */
const sounds = {
  good: [[1320, 0, 0.09]],
  bad: [[220, 0, 0.3]],
  ask: [
    [440, 0, 0.15],
    [660, 0.2, 0.35],
  ],
} as const;

/**
 * Plays a tone: high for a scan that was taken, low for one that was refused, two for a question. Silent where sound is not
 * allowed.
 */
export function beep(tone: keyof typeof sounds): void {
  try {
    audio ??= new AudioContext();
    for (const [frequency, start, end] of sounds[tone]) {
      const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
      oscillator.frequency.value = frequency;
      volume.gain.value = 0.08;
      oscillator.connect(volume).connect(audio.destination);
      oscillator.start(audio.currentTime + start);
      oscillator.stop(audio.currentTime + end);
    }
  } catch {
    // The colored answer and its words say the same.
  }
}
