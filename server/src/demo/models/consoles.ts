import type { ConsoleShape } from '../drawings/console.ts';
import type { HandheldShape } from '../drawings/handheld.ts';
import { buildModel, type DemoModel } from './model.ts';

const playstationShape: ConsoleShape = {
  kind: 'console',
  form: 'winged-tower',
  controller: {
    body: '#f1f1f0',
    middle: '#1c1d20',
    sticks: 'level',
    touchpad: true,
    buttons: ['#e6e7e8', '#e6e7e8', '#e6e7e8', '#e6e7e8'],
  },
};

export const playstation5 = buildModel({
  name: 'PlayStation 5',
  brand: 'Sony',
  category: 'Gaming Consoles',
  releaseYear: 2020,
  colours: { White: '#efefee' },
  shape: playstationShape,
  about:
    'The model with the disc drive, so second-hand games and 4K films work too. An M.2 slot takes a second SSD.',
  features: [
    'Ultra HD Blu-ray drive',
    '4K at up to 120 Hz',
    'DualSense controller included',
    'Plays PS4 games',
  ],
  specifications: {
    Processor: 'AMD Zen 2, 8 cores, up to 3.5 GHz',
    Graphics: 'AMD RDNA 2, 10.3 TFLOPS',
    Memory: '16 GB GDDR6',
    Storage: '825 GB SSD',
    Drive: 'Ultra HD Blu-ray',
    Video: 'HDMI 2.1, up to 4K 120 Hz',
    Ports: '3 x USB-A, USB-C, Ethernet',
    Wireless: 'Wi-Fi 6, Bluetooth 5.1',
    'Power supply': 'Internal',
    Included: 'Controller, stand, HDMI and power cable',
    Dimensions: '390 x 104 x 260 mm',
    Weight: '3.9 kg',
    Released: 'November 2020',
  },
  variants: [
    {
      configuration: '825 GB',
      colour: 'White',
      launched: 499,
      worth: 379,
      offers: {
        refurbished: {
          stock: 16,
          featured: true,
          note: 'Opened, dusted and resealed, with the fan replaced where it was louder than 38 dB. Drive tested with three kinds of disc.',
        },
        good: {
          stock: 8,
          note: 'Soft scratches on one side plate, which can be exchanged by hand. Controller sticks measured for drift.',
        },
        fair: {
          stock: 1,
          note: 'The glossy middle is swirled and a side plate has a chip. Runs two hours under load without a fault before it leaves us.',
        },
      },
    },
  ],
});

export const xboxSeriesX = buildModel({
  name: 'Xbox Series X',
  brand: 'Microsoft',
  category: 'Gaming Consoles',
  releaseYear: 2020,
  colours: { Black: '#212224' },
  shape: {
    kind: 'console',
    form: 'square-tower',
    controller: {
      body: '#232426',
      middle: '#1b1c1e',
      sticks: 'staggered',
      touchpad: false,
      buttons: ['#d7b545', '#b8413b', '#58a14e', '#3f74b8'],
    },
  },
  about: 'Four generations of Xbox games in one quiet block, most of them faster than they ever ran.',
  features: [
    'Ultra HD Blu-ray drive',
    '1 TB SSD',
    'Quick Resume',
    'Plays Xbox One, 360 and original Xbox discs',
  ],
  specifications: {
    Processor: 'AMD Zen 2, 8 cores, 3.8 GHz',
    Graphics: 'AMD RDNA 2, 12 TFLOPS',
    Memory: '16 GB GDDR6',
    Storage: '1 TB SSD',
    Drive: 'Ultra HD Blu-ray',
    Video: 'HDMI 2.1, up to 4K 120 Hz',
    Ports: '3 x USB-A, Ethernet, storage expansion',
    Wireless: 'Wi-Fi 5, Xbox Wireless',
    'Power supply': 'Internal',
    Included: 'Controller, HDMI and power cable',
    Dimensions: '301 x 151 x 151 mm',
    Weight: '4.45 kg',
    Released: 'November 2020',
  },
  variants: [
    {
      configuration: '1 TB',
      colour: 'Black',
      launched: 499,
      worth: 359,
      offers: {
        refurbished: {
          stock: 11,
          note: 'Heat sink cleaned, thermal paste renewed, and a controller with new sticks and bumpers.',
        },
        good: {
          stock: 5,
          note: 'Some rub marks on the base and two on the front. The optical drive reads dual-layer discs at full speed.',
        },
      },
    },
  ],
});

function switchShape(colour: string): HandheldShape {
  return {
    kind: 'handheld',
    form: 'detachable',
    width: 242,
    height: 102,
    screen: { width: 155, height: 87 },
    sides: colour === 'White' ? ['#eeeeec', '#eeeeec'] : ['#1fb2d4', '#f04a45'],
    wallpaperHue: 20,
  };
}

export const switchOled = buildModel({
  name: 'Switch OLED',
  brand: 'Nintendo',
  category: 'Gaming Consoles',
  releaseYear: 2021,
  colours: { White: '#eeeeec', 'Neon Blue and Red': '#2a2b2e' },
  shape: switchShape,
  about: 'A 7-inch OLED in the hand, the television at home, and a kickstand that finally stands.',
  features: [
    '7-inch OLED display',
    'Dock with Ethernet',
    'Two detachable controllers',
    'Wide adjustable stand',
  ],
  specifications: {
    Display: '7 in OLED, 1280 x 720, 60 Hz',
    Chip: 'Nvidia custom Tegra',
    Memory: '4 GB',
    Storage: '64 GB, microSD',
    Battery: '4,310 mAh, 4.5 to 9 h',
    Ports: 'USB-C, headphones, game card',
    Wireless: 'Wi-Fi 5, Bluetooth 4.1',
    Included: 'Dock, two Joy-Con, grip, HDMI and power cable',
    Dimensions: '242 x 102 x 13.9 mm',
    Weight: '420 g with controllers',
    Released: 'October 2021',
  },
  variants: [
    {
      configuration: '64 GB',
      colour: 'White',
      launched: 349,
      worth: 229,
      offers: {
        excellent: {
          stock: 4,
          note: 'Bought as a gift, opened, returned. Protective film on the display, controllers still bagged.',
        },
        good: {
          stock: 14,
          note: 'Light marks on the dock and the rails; both sticks hold their centre for the length of our drift test.',
        },
      },
    },
    {
      configuration: '64 GB',
      colour: 'Neon Blue and Red',
      launched: 349,
      worth: 229,
      offers: {
        refurbished: {
          stock: 22,
          featured: true,
          note: 'New sticks in both controllers, rails tightened, and the display checked for retained images at full brightness.',
        },
      },
    },
  ],
});

export const steamDeckOled = buildModel({
  name: 'Steam Deck OLED',
  brand: 'Valve',
  category: 'Gaming Consoles',
  releaseYear: 2023,
  colours: { Black: '#2a2b2e' },
  shape: {
    kind: 'handheld',
    form: 'one-piece',
    width: 298,
    height: 117,
    screen: { width: 160, height: 100 },
    sides: ['#26272a', '#26272a'],
    wallpaperHue: 280,
  },
  about:
    'A whole PC library on the sofa. The OLED version runs cooler, longer and with a far better picture than the first Deck.',
  features: [
    '7.4-inch HDR OLED at 90 Hz',
    '512 GB NVMe SSD',
    'Two trackpads and four rear buttons',
    'SteamOS with desktop mode',
  ],
  specifications: {
    Display: '7.4 in HDR OLED, 1280 x 800, 90 Hz',
    Chip: 'AMD 6 nm APU, Zen 2 and RDNA 2',
    Memory: '16 GB LPDDR5',
    Storage: '512 GB SSD, microSD',
    Battery: '50 Wh, 3 to 12 h',
    Ports: 'USB-C with DisplayPort 1.4, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.3',
    Included: 'Carrying case, 45 W charger',
    Dimensions: '298 x 117 x 49 mm',
    Weight: '640 g',
    Released: 'November 2023',
  },
  variants: [
    {
      configuration: '512 GB',
      colour: 'Black',
      launched: 549,
      worth: 459,
      offers: {
        excellent: {
          stock: 2,
          note: 'Less than five hours on the clock, grips without shine, charger and case as new.',
        },
        refurbished: {
          stock: 9,
          note: 'Thumb sticks and trackpads calibrated, fan cleaned, SSD at 98% life or better, SteamOS installed afresh.',
        },
      },
    },
  ],
});

export const consoles: readonly DemoModel[] = [playstation5, xboxSeriesX, switchOled, steamDeckOled];
