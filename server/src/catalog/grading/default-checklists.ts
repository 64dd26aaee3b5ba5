import type { ChecklistTest } from '@reprise/contract/catalog/grading/checklist';
import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';

/** Key and label. `!`: critical, unfit for customers if it fails. `?`: not required. */
type Line = `${string}: ${string}`;

const screen: Line[] = ['!display: Picture without lines or dead areas', '!touch: Touch on the whole screen'];
const radio: Line[] = ['!wifi: Wi-Fi connects', 'bluetooth: Bluetooth pairs'];
const sound: Line[] = ['speaker: Speakers', 'microphone: Microphones'];
const mobile: Record<string, Line[]> = {
  Screen: [...screen, 'brightness: Brightness and its sensor'],
  Cameras: ['rear-cameras: Rear cameras focus', 'front-camera: Front camera', '?flash: Flash'],
  Sound: [...sound, 'vibration: Vibration'],
  Connections: [...radio, 'gps: Location', 'port: Charging port and cable'],
  Controls: [
    'buttons: Buttons and switches',
    'biometrics: Fingerprint or face unlock',
    '?sensors: Motion sensors',
  ],
  Power: ['!charging: Charges and turns on', '?wireless-charging: Wireless charging'],
};

const groups: Record<DeviceKind, Record<string, Line[]>> = {
  phone: {
    ...mobile,
    Sound: ['earpiece: Earpiece in a call', ...sound, 'vibration: Vibration'],
    Connections: [
      '!sim: SIM and mobile network',
      ...radio,
      'gps: Location',
      '?nfc: NFC',
      'port: Charging port and cable',
    ],
  },
  tablet: { ...mobile, Cameras: ['rear-cameras: Rear camera', 'front-camera: Front camera'], Sound: sound },
  computer: {
    Screen: [
      '!display: Picture without lines or dead areas',
      'hinge: Hinge stays where it is put',
      '?touch: Touch screen',
    ],
    Controls: ['!keyboard: Every key', '!touchpad: Touchpad and clicks', 'camera: Camera'],
    Sound: sound,
    Connections: [...radio, 'usb: Every USB port', '?video: Video output', '?card: Card reader'],
    Power: ['!charging: Charges and turns on', 'fan: Fan without grinding'],
    System: ['!storage: Drive without errors', '!memory: Memory test', 'firmware: No firmware password'],
  },
  watch: {
    Screen: screen,
    Controls: ['crown: Crown and buttons', 'vibration: Vibration'],
    Sensors: ['pulse: Pulse sensor', '?motion: Motion sensors', '?gps: Location'],
    Connections: ['!pairing: Pairs with a phone', '?cellular: Mobile network'],
    Power: ['!charging: Charges and turns on', 'play-time: Runs two hours'],
    Strap: ['strap: Strap closes and is clean'],
  },
  audio: {
    Sound: [
      '!left: Left side',
      '!right: Right side',
      'microphone: Microphone',
      '?noise-cancelling: Noise cancelling',
    ],
    Connections: ['!pairing: Pairs and reconnects', '?cable: Cable input'],
    Power: ['!charging: Charges', 'play-time: Plays 60 minutes on one charge'],
    Hygiene: ['pads: Ear pads or tips are new'],
  },
  console: {
    Picture: ['!video: Video output', '?graphics: Runs a game for 20 minutes'],
    Controls: ['controller: Controller pairs, every button', 'drift: Stick drift of at most 8%'],
    Connections: [...radio, 'usb: Every USB port', '?ethernet: Ethernet'],
    Drive: ['!storage: Storage without errors', '?disc: Disc drive reads and ejects'],
    Power: ['!power: Turns on and off', 'fan: Fan without grinding'],
  },
  other: {
    Function: [
      '!works: Does what it is made for',
      'complete: Complete',
      'safe: No damage to cables or plugs',
    ],
  },
};

/** Returns the tests that a shop starts with. */
export function defaultTests(kind: DeviceKind): ChecklistTest[] {
  return Object.entries(groups[kind]).flatMap(([group, lines]) =>
    lines.map((line) => parseLine(line, group)),
  );
}

function parseLine(line: Line, group: string): ChecklistTest {
  const [mark = '', label = ''] = line.split(': ');
  return {
    key: mark.replace(/^[!?]/, ''),
    label,
    group,
    required: !mark.startsWith('?'),
    critical: mark.startsWith('!'),
  };
}
