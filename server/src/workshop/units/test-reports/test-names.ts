import type { ChecklistTest, TestOutcome } from '@reprise/contract/catalog/grading/checklist';
import { wordsOf } from './read/report-record.ts';

/** Names that tools give the tests of the checklists, by the key of the test. */
const toolNames: Record<string, string> = {
  display:
    'lcd, display, screen, lcd test, display test, screen test, dead pixels, dead pixel, pixel test, oled, lcd display',
  touch: 'digitizer, touch, touch screen, touchscreen, multi touch, multitouch, touch test, digitizer test',
  brightness: 'brightness, light sensor, ambient light sensor, ambient light, auto brightness',
  'rear-cameras':
    'rear camera, rear cameras, back camera, main camera, rear camera quality, back camera quality',
  'front-camera': 'front camera, selfie camera, front camera quality',
  camera: 'camera, webcam',
  flash: 'flash, flashlight, torch, led flash, camera flash',
  earpiece: 'earpiece, ear speaker, receiver, ear piece',
  speaker: 'speaker, speakers, loud speaker, loudspeaker, loud speakers',
  microphone:
    'microphone, microphones, mic, front microphone, bottom microphone, main microphone, rear microphone, video microphone',
  vibration: 'vibration, vibrator, vibrate, taptic engine',
  sim: 'sim, sim reader, sim card, network connectivity, cellular, mobile network, sim card reader',
  wifi: 'wifi, wi fi, wlan, wireless',
  bluetooth: 'bluetooth',
  gps: 'gps, location, gps location',
  nfc: 'nfc',
  port: 'charging port, usb port, lightning port, usb connection, charge port',
  buttons:
    'buttons, power button, volume up button, volume down button, volume buttons, home button, mute switch, ringer switch, silent switch, power key, volume up, volume down',
  biometrics:
    'face id, faceid, touch id, touchid, fingerprint, fingerprint sensor, face unlock, biometrics, iris scanner',
  sensors: 'sensors, motion sensors, accelerometer, gyroscope, gyro, motion sensor',
  charging: 'charging, charge, charges, charging test',
  'wireless-charging': 'wireless charging, qi charging',
  keyboard: 'keyboard',
  touchpad: 'touchpad, trackpad',
  storage: 'storage, hdd, ssd, hard drive, drive, smart, disk',
  memory: 'memory, ram, memory test',
  usb: 'usb, usb ports',
  fan: 'fan',
};

const keyOfName = new Map<string, string>();
for (const [key, names] of Object.entries(toolNames)) {
  for (const name of names.split(',')) keyOfName.set(name.trim(), key);
}

/** Returns the test of the checklist that a name means: remembered, its key or label, or a usual name; '' leaves it out. */
export function testKeyOf(
  name: string,
  tests: readonly ChecklistTest[],
  remembered: Readonly<Record<string, string>>,
): string | null {
  const chosen = remembered[name.toLowerCase()];
  if (chosen !== undefined) return chosen === '' || tests.some(({ key }) => key === chosen) ? chosen : null;
  const words = wordsOf(name);
  const named = tests.find(({ key, label }) => wordsOf(key) === words || wordsOf(label) === words);
  if (named) return named.key;
  const usual = keyOfName.get(words.replace(/ test$/, '')) ?? keyOfName.get(words);
  return usual !== undefined && tests.some(({ key }) => key === usual) ? usual : null;
}

export type NamedResults = {
  answers: Record<string, TestOutcome>;
  /** Names that no test of the checklist has. */
  unknown: { name: string; outcome: TestOutcome }[];
};

const rank: Record<TestOutcome, number> = { pass: 0, skipped: 1, fail: 2 };

/** Returns the results by the tests of the checklist. Several names of one test pass together or not at all. */
export function answersByTest(
  results: Readonly<Record<string, TestOutcome>>,
  tests: readonly ChecklistTest[],
  remembered: Readonly<Record<string, string>>,
): NamedResults {
  const answers: Record<string, TestOutcome> = {};
  const unknown: NamedResults['unknown'] = [];
  for (const [name, outcome] of Object.entries(results)) {
    const key = testKeyOf(name, tests, remembered);
    if (key === null) unknown.push({ name, outcome });
    else if (key !== '') {
      const known = answers[key];
      if (known === undefined || rank[outcome] > rank[known]) answers[key] = outcome;
    }
  }
  return { answers, unknown };
}
