import type { ConsoleShape } from '../../drawings/console.ts';
import type { ControllerShape } from '../../drawings/controller.ts';
import { buildModel } from '../model.ts';

const playstationShape: ConsoleShape = {
  kind: 'console',
  form: 'winged-tower',
  disc: true,
  controller: {
    body: '#f1f1f0',
    middle: '#1c1d20',
    sticks: 'level',
    touchpad: true,
    buttons: ['#e6e7e8', '#e6e7e8', '#e6e7e8', '#e6e7e8'],
  },
};

function xboxController(white: boolean): ControllerShape {
  return {
    body: white ? '#eceded' : '#232426',
    middle: white ? '#d9dadb' : '#1b1c1e',
    sticks: 'staggered',
    touchpad: false,
    buttons: ['#d7b545', '#b8413b', '#58a14e', '#3f74b8'],
  };
}

export const playstation5 = buildModel({
  name: 'PlayStation 5',
  brand: 'Sony',
  category: 'Gaming Consoles',
  releaseYear: 2020,
  colors: { White: '#efefee' },
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
    'In the box': 'Controller, stand, HDMI and power cable',
    Dimensions: '390 x 104 x 260 mm',
    Weight: '3.9 kg',
    Released: 'November 2020',
  },
  variants: [
    {
      configuration: '825 GB',
      color: 'White',
      launched: 499,
      offers: {
        excellent: {
          stock: 2,
          note: 'Set up once and packed again, with side plates that were never off. The stand and both cables are sealed.',
        },
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

export const playstation5Slim = buildModel({
  name: 'PlayStation 5 Slim',
  brand: 'Sony',
  category: 'Gaming Consoles',
  releaseYear: 2023,
  colors: { White: '#f0f0ef' },
  shape: { ...playstationShape, plates: 'halves', size: 0.9 },
  about:
    'The same machine a third smaller, with a terabyte and a disc drive that clicks off. Four screws less stand between you and its fan.',
  features: [
    'Detachable Ultra HD Blu-ray drive',
    '1 TB SSD',
    '4K at up to 120 Hz',
    'Two USB-C ports in front',
  ],
  specifications: {
    Processor: 'AMD Zen 2, 8 cores, up to 3.5 GHz',
    Graphics: 'AMD RDNA 2, 10.3 TFLOPS',
    Memory: '16 GB GDDR6',
    Storage: '1 TB SSD',
    Drive: 'Ultra HD Blu-ray, detachable',
    Video: 'HDMI 2.1, up to 4K 120 Hz',
    Ports: '2 x USB-A, 2 x USB-C, Ethernet',
    Wireless: 'Wi-Fi 6, Bluetooth 5.1',
    'Power supply': 'Internal',
    'In the box': 'Controller, feet, HDMI and power cable',
    Dimensions: '358 x 96 x 216 mm',
    Weight: '3.2 kg',
    Released: 'November 2023',
  },
  variants: [
    {
      configuration: '1 TB',
      color: 'White',
      launched: 499,
      offers: {
        excellent: {
          stock: 4,
          note: 'Returned within a month, both glossy plates without a hairline. The drive was paired with the console and reads at full speed.',
        },
        refurbished: {
          stock: 19,
          featured: true,
          note: 'Fan and heat sink cleaned, thermal metal inspected, both sticks replaced by new ones from the maker.',
        },
        good: {
          stock: 9,
          note: 'The upper plates show polishing marks under a lamp. Erased, updated and run for three hours with a disc in the drive.',
        },
      },
    },
  ],
});

export const playstation5Pro = buildModel({
  name: 'PlayStation 5 Pro',
  brand: 'Sony',
  category: 'Gaming Consoles',
  releaseYear: 2024,
  colors: { White: '#efefee' },
  shape: { ...playstationShape, plates: 'fins', disc: false, size: 0.97 },
  about:
    'Two terabytes and enough graphics power for sixty frames where the others choose between sharp and smooth. Games are downloads: it has no drive.',
  features: ['2 TB SSD', 'Wi-Fi 7', 'Sharper pictures through PSSR', 'Drive can be added later'],
  specifications: {
    Processor: 'AMD Zen 2, 8 cores, up to 3.85 GHz',
    Graphics: 'AMD RDNA, 16.7 TFLOPS',
    Memory: '16 GB GDDR6, 2 GB DDR5',
    Storage: '2 TB SSD',
    Drive: 'None, can be added',
    Video: 'HDMI 2.1, up to 4K 120 Hz',
    Ports: '2 x USB-A, 2 x USB-C, Ethernet',
    Wireless: 'Wi-Fi 7, Bluetooth 5.1',
    'Power supply': 'Internal',
    'In the box': 'Controller, feet, HDMI and power cable',
    Dimensions: '388 x 89 x 216 mm',
    Weight: '3.1 kg',
    Released: 'November 2024',
  },
  variants: [
    {
      configuration: '2 TB',
      color: 'White',
      launched: 699,
      offers: {
        excellent: {
          stock: 3,
          note: 'Open box in the plain sense: seal cut, console lifted out, put back. The controller has never been charged.',
        },
        refurbished: {
          stock: 5,
          note: 'Dust removed from all three fins, SSD above 97% of its life, four hours of the heaviest game we know.',
        },
        good: {
          stock: 0,
          note: 'A scuff low on the left plate and a mark where a shelf was too tight. Quiet, cool and erased.',
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
  colors: { Black: '#212224' },
  shape: { kind: 'console', form: 'square-tower', disc: true, controller: xboxController(false) },
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
    'In the box': 'Controller, HDMI and power cable',
    Dimensions: '301 x 151 x 151 mm',
    Weight: '4.45 kg',
    Released: 'November 2020',
  },
  variants: [
    {
      configuration: '1 TB',
      color: 'Black',
      launched: 499,
      offers: {
        refurbished: {
          stock: 11,
          note: 'Heat sink cleaned, thermal paste renewed, and a controller with new sticks and bumpers.',
        },
        excellent: {
          stock: 1,
          note: 'Bought for one game and returned with twelve hours on the counter. The matte black has not a fingerprint.',
        },
        good: {
          stock: 5,
          note: 'Some rub marks on the base and two on the front. The optical drive reads dual-layer discs at full speed.',
        },
        fair: {
          stock: 0,
          note: 'One edge is chipped and the base has lost a foot, which we replaced. It holds its clock through our two-hour run.',
        },
      },
    },
  ],
});

export const xboxSeriesS = buildModel({
  name: 'Xbox Series S',
  brand: 'Microsoft',
  category: 'Gaming Consoles',
  releaseYear: 2020,
  colors: { 'Robot White': '#ececeb', 'Carbon Black': '#28292b' },
  shape: (color) => ({
    kind: 'console',
    form: 'slab',
    disc: false,
    size: 0.86,
    controller: xboxController(color === 'Robot White'),
  }),
  about:
    'The smallest current console and the least money for new games, as downloads only. It fits beside a television, in a rucksack and in a student room.',
  features: ['Up to 120 frames a second', 'Quick Resume', 'Plays downloads of four generations', '1.9 kg'],
  specifications: {
    Processor: 'AMD Zen 2, 8 cores, 3.6 GHz',
    Graphics: 'AMD RDNA 2, 4 TFLOPS',
    Memory: '10 GB GDDR6',
    Storage: '512 GB SSD',
    Drive: 'None',
    Video: 'HDMI 2.1, up to 1440p 120 Hz',
    Ports: '3 x USB-A, Ethernet, storage expansion',
    Wireless: 'Wi-Fi 5, Xbox Wireless',
    'Power supply': 'Internal',
    'In the box': 'Controller, HDMI and power cable',
    Dimensions: '275 x 151 x 65 mm',
    Weight: '1.93 kg',
    Released: 'November 2020',
  },
  variants: [
    {
      configuration: '512 GB',
      color: 'Robot White',
      launched: 299,
      offers: {
        refurbished: {
          stock: 27,
          note: 'The round grille comes off, the fan is cleaned and oiled, and the controller gets new sticks.',
        },
        good: {
          stock: 16,
          note: 'White with a light haze on top where it stood in the sun. Battery door and rubber feet are complete.',
        },
        fair: {
          stock: 7,
          note: 'Yellowed on one side, scratched on the other, and as fast as the day it was made. Batteries for the controller are in the box.',
        },
      },
    },
    {
      configuration: '1 TB',
      color: 'Carbon Black',
      launched: 349,
      specifications: { Storage: '1 TB SSD', Released: 'September 2023' },
      offers: {
        excellent: {
          stock: 5,
          note: 'The later black version with double the storage, which fills more slowly. Seals on the bottom are untouched.',
        },
        good: {
          stock: 3,
          note: 'Room for twenty large games instead of eight. A few dull patches from fingers and a spotless controller.',
        },
      },
    },
  ],
});
