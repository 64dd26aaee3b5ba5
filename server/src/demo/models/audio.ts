import type { EarbudsShape } from '../drawings/earbuds.ts';
import type { HeadphonesShape } from '../drawings/headphones.ts';
import { buildModel } from './model.ts';

function xm5Shape(colour: string): HeadphonesShape {
  const dark = colour === 'Black';
  return {
    kind: 'headphones',
    cup: { rx: 92, ry: 126 },
    band: 40,
    arm: 'rod',
    armColour: dark ? '#3a3b3e' : '#c9c4bb',
    cushion: dark ? '#2a2a2c' : '#bdb6aa',
  };
}

export const wh1000xm5 = buildModel({
  name: 'WH-1000XM5',
  brand: 'Sony',
  category: 'Audio & Headphones',
  releaseYear: 2022,
  colours: { Black: '#232427', Silver: '#d8d2c7' },
  shape: xm5Shape,
  about:
    'Eight microphones take the engine out of a flight, and thirty hours of playback take you there and back.',
  features: [
    'Adaptive noise cancelling',
    '30 hours with cancelling on',
    'LDAC',
    'Two devices at once',
    '3 minutes of charge play for 3 hours',
  ],
  specifications: {
    Type: 'Over-ear, closed',
    Drivers: '30 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '30 h with cancelling, 40 h without',
    Codecs: 'SBC, AAC, LDAC',
    Connector: 'USB-C, 3.5 mm',
    Wireless: 'Bluetooth 5.2',
    Weight: '250 g',
    Included: 'Case, 3.5 mm cable, USB-C cable',
    Released: 'May 2022',
  },
  variants: [
    {
      configuration: '',
      colour: 'Black',
      launched: 399,
      worth: 229,
      offers: {
        excellent: {
          stock: 6,
          note: 'Worn once or twice: the ear pads have no creases and the cable tie is still on the cable.',
        },
        refurbished: {
          stock: 26,
          featured: true,
          note: 'New ear pads on every pair, headband cleaned, and each microphone measured against a reference.',
        },
        good: {
          stock: 9,
          note: 'The pads are original, cleaned and still soft; a few shiny spots on the headband. Battery plays at least 26 hours.',
        },
      },
    },
    {
      configuration: '',
      colour: 'Silver',
      launched: 399,
      worth: 229,
      offers: {
        refurbished: {
          stock: 0,
          note: 'The warm platinum finish shows soil easily, so pads and headband cover are both replaced.',
        },
      },
    },
  ],
});

export const quietComfortUltra = buildModel({
  name: 'QuietComfort Ultra Headphones',
  brand: 'Bose',
  category: 'Audio & Headphones',
  releaseYear: 2023,
  colours: { 'White Smoke': '#e8e5de' },
  shape: {
    kind: 'headphones',
    cup: { rx: 96, ry: 118 },
    band: 48,
    arm: 'yoke',
    armColour: '#a9a9ab',
    cushion: '#cfcac1',
  },
  about:
    'The most comfortable pair here for glasses wearers, with the firmest noise cancelling Bose has made in this shape. They fold flat.',
  features: [
    'Noise cancelling with three modes',
    'Immersive Audio',
    '24 hours of playback',
    'Folds into its case',
  ],
  specifications: {
    Type: 'Over-ear, closed, folding',
    Drivers: '35 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '24 h, 18 h with Immersive Audio',
    Codecs: 'SBC, AAC, aptX Adaptive',
    Connector: 'USB-C, 2.5 mm',
    Wireless: 'Bluetooth 5.3',
    Weight: '253 g',
    Included: 'Case, 2.5 to 3.5 mm cable, USB-C cable',
    Released: 'October 2023',
  },
  variants: [
    {
      configuration: '',
      colour: 'White Smoke',
      launched: 429,
      worth: 249,
      offers: {
        excellent: { stock: 4, note: 'Unpacked, tried on and sent back; the metal arms are spotless.' },
        good: {
          stock: 7,
          note: 'Light yellowing inside the headband, which is out of sight when worn. Pads disinfected, both hinges firm.',
        },
      },
    },
  ],
});

export const airpodsPro2 = buildModel({
  name: 'AirPods Pro 2 USB-C',
  brand: 'Apple',
  category: 'Audio & Headphones',
  releaseYear: 2023,
  colours: { White: '#f3f3f2' },
  shape: { kind: 'earbuds', bud: 'stem', case: { width: 60.6, height: 45.2, radius: 21 } },
  about:
    'Small buds that quieten a train as well as large headphones do, with a case that charges over USB-C and rings when you lose it.',
  features: [
    'Active noise cancelling and transparency',
    'Hearing test and hearing aid feature',
    'Case with speaker and lanyard loop',
    'IP54',
  ],
  specifications: {
    Type: 'In-ear with stem',
    Drivers: 'Apple custom, H2 chip',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '6 h with cancelling, 30 h with the case',
    Codecs: 'SBC, AAC',
    Connector: 'USB-C, MagSafe, Qi',
    Wireless: 'Bluetooth 5.3',
    'Water resistance': 'IP54',
    Weight: '5.3 g each, case 50.8 g',
    Included: 'Four sizes of ear tips, USB-C cable',
    Released: 'September 2023',
  },
  variants: [
    {
      configuration: '',
      colour: 'White',
      launched: 249,
      worth: 159,
      offers: {
        excellent: {
          stock: 8,
          note: 'Returned in the opened box with all four tip sizes untouched. Serial numbers of buds and case match.',
        },
        refurbished: {
          stock: 33,
          featured: true,
          note: 'Buds opened to the mesh and cleaned ultrasonically, new tips in four sizes, at least five hours of measured playback.',
        },
      },
    },
  ],
});

const buds2ProShape: EarbudsShape = {
  kind: 'earbuds',
  bud: 'drop',
  case: { width: 51, height: 50.2, radius: 15 },
};

export const galaxyBuds2Pro = buildModel({
  name: 'Galaxy Buds2 Pro',
  brand: 'Samsung',
  category: 'Audio & Headphones',
  releaseYear: 2022,
  colours: { 'Bora Purple': '#b9a9d0', Graphite: '#4a4b50' },
  shape: buds2ProShape,
  about:
    'The smallest noise-cancelling buds on this page, made for small ears and, with a Galaxy phone, for 24-bit sound.',
  features: ['Noise cancelling', '24-bit audio with Galaxy phones', 'IPX7', 'Wireless charging case'],
  specifications: {
    Type: 'In-ear, closed',
    Drivers: 'Two-way, 10 mm and 5.3 mm',
    'Noise cancelling': 'Yes',
    Battery: '5 h with cancelling, 18 h with the case',
    Codecs: 'SBC, AAC, Samsung Seamless',
    Connector: 'USB-C, Qi',
    Wireless: 'Bluetooth 5.3',
    'Water resistance': 'IPX7',
    Weight: '5.5 g each, case 43.4 g',
    Included: 'Three sizes of ear tips, USB-C cable',
    Released: 'August 2022',
  },
  variants: [
    {
      configuration: '',
      colour: 'Bora Purple',
      launched: 229,
      worth: 94,
      offers: {
        refurbished: {
          stock: 12,
          note: 'New tips, cleaned meshes and a case lid that closes with a click again. Both buds play within half a decibel of each other.',
        },
      },
    },
    {
      configuration: '',
      colour: 'Graphite',
      launched: 229,
      worth: 94,
      offers: {
        good: {
          stock: 3,
          note: 'The matte case has rub marks from a pocket; the buds look new. Playback measured at four hours or more.',
        },
      },
    },
  ],
});
