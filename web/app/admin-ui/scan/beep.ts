let audio: AudioContext | undefined;

/** Plays a tone: high for a scan that was taken, low for one that was refused. Silent where sound is not allowed. */
export function beep(tone: 'good' | 'bad'): void {
  try {
    audio ??= new AudioContext();
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = tone === 'good' ? 1320 : 220;
    volume.gain.value = 0.08;
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start();
    oscillator.stop(audio.currentTime + (tone === 'good' ? 0.09 : 0.3));
  } catch {
    // The colored answer and its words say the same.
  }
}
