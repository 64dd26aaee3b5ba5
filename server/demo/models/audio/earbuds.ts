import type { EarbudsShape } from '../../drawings/earbuds.ts';
import { buildModel } from '../model.ts';

export const airpodsPro2 = buildModel({
  name: 'AirPods Pro 2 USB-C',
  brand: 'Apple',
  category: 'Audio & Headphones',
  releaseYear: 2023,
  colors: { White: '#f3f3f2' },
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
    'In the box': 'Four sizes of ear tips, USB-C cable',
    Released: 'September 2023',
  },
  variants: [
    {
      configuration: '',
      color: 'White',
      launched: 249,
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
        good: {
          stock: 6,
          note: 'The case has the fine scratches every white case gets. Tips are new, meshes are clean, and cancelling reaches its full depth.',
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
  colors: { 'Bora Purple': '#b9a9d0', Graphite: '#4a4b50' },
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
    'In the box': 'Three sizes of ear tips, USB-C cable',
    Released: 'August 2022',
  },
  variants: [
    {
      configuration: '',
      color: 'Bora Purple',
      launched: 229,
      offers: {
        refurbished: {
          stock: 12,
          note: 'New tips, cleaned meshes and a case lid that closes with a click again. Both buds play within half a decibel of each other.',
        },
        excellent: {
          stock: 1,
          note: 'A spare pair from a phone bundle, paired once for our test and never worn.',
        },
      },
    },
    {
      configuration: '',
      color: 'Graphite',
      launched: 229,
      offers: {
        good: {
          stock: 3,
          note: 'The matte case has rub marks from a pocket; the buds look new. Playback measured at four hours or more.',
        },
      },
    },
  ],
});

export const wf1000xm5 = buildModel({
  name: 'WF-1000XM5',
  brand: 'Sony',
  category: 'Audio & Headphones',
  releaseYear: 2023,
  colors: { Black: '#26272a', Silver: '#ded8cd' },
  shape: (color) => ({
    kind: 'earbuds',
    bud: 'drop',
    accent: '#c08c60',
    inner: color === 'Black' ? '#1a1a1c' : '#bdb6a9',
    case: { width: 64.6, height: 40, radius: 19.5 },
  }),
  about:
    'The strongest cancelling that fits into an ear here, in buds a quarter smaller than the ones before. Foam tips seal without pressure.',
  features: [
    'Adaptive noise cancelling',
    '8 hours with cancelling on',
    'LDAC and LC3',
    'Foam tips',
    'Two devices at once',
  ],
  specifications: {
    Type: 'In-ear, closed',
    Drivers: '8.4 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '8 h with cancelling, 24 h with the case',
    Codecs: 'SBC, AAC, LDAC, LC3',
    Connector: 'USB-C, Qi',
    Wireless: 'Bluetooth 5.3',
    'Water resistance': 'IPX4',
    Weight: '5.9 g each, case 39 g',
    'In the box': 'Four sizes of foam tips, USB-C cable',
    Released: 'July 2023',
  },
  variants: [
    {
      configuration: '',
      color: 'Black',
      launched: 299,
      offers: {
        excellent: {
          stock: 4,
          note: 'Foam tips in their tray, all four sizes unused; the pair ran once through our test and back into the box.',
        },
        refurbished: {
          stock: 18,
          note: 'Both cells measured at seven hours or more, microphones cleaned, four new sets of foam tips added.',
        },
        good: {
          stock: 7,
          note: 'Gloss with fine swirls, case lid a little loose but closing. New tips; cancelling matched between the sides.',
        },
      },
    },
    {
      configuration: '',
      color: 'Silver',
      launched: 299,
      offers: {
        fair: {
          stock: 2,
          note: 'The case has been dropped and shows it on one corner. The buds have been cleaned and play six hours or more.',
        },
      },
    },
  ],
});

export const pixelBudsPro = buildModel({
  name: 'Pixel Buds Pro',
  brand: 'Google',
  category: 'Audio & Headphones',
  releaseYear: 2022,
  colors: { Charcoal: '#3f4144', Coral: '#e07f6d', Fog: '#b4c2c6' },
  shape: {
    kind: 'earbuds',
    bud: 'disc',
    inner: '#2b2c2f',
    case: { width: 63.2, height: 50, radius: 24 },
  },
  about:
    'Round, light and best with a Pixel or any Android phone, where they translate and switch between devices by themselves.',
  features: ['Noise cancelling', '7 hours with cancelling on', 'Swipe for volume', 'Wireless charging case'],
  specifications: {
    Type: 'In-ear, closed',
    Drivers: '11 mm',
    'Noise cancelling': 'Yes',
    Battery: '7 h with cancelling, 20 h with the case',
    Codecs: 'SBC, AAC',
    Connector: 'USB-C, Qi',
    Wireless: 'Bluetooth 5.0',
    'Water resistance': 'IPX4',
    Weight: '6.2 g each, 62.4 g with the case',
    'In the box': 'Three sizes of ear tips, USB-C cable',
    Released: 'July 2022',
  },
  variants: [
    {
      configuration: '',
      color: 'Charcoal',
      launched: 199,
      offers: {
        refurbished: {
          stock: 21,
          note: 'Firmware brought up to date, which added the equaliser; new tips and a case hinge without play.',
        },
        good: {
          stock: 10,
          note: 'The egg-shaped case has pocket marks. Touch surfaces react along their whole length.',
        },
      },
    },
    {
      configuration: '',
      color: 'Coral',
      launched: 199,
      offers: {
        excellent: {
          stock: 2,
          note: 'Coral as bright as in the advertisement, opened for a photograph and nothing else.',
        },
      },
    },
    {
      configuration: '',
      color: 'Fog',
      launched: 199,
      offers: {
        fair: {
          stock: 0,
          note: 'Tinted by a denim pocket, and one bud is newer than the other. Paired, balanced and tested for six hours.',
        },
      },
    },
  ],
});

export const elite8Active = buildModel({
  name: 'Elite 8 Active',
  brand: 'Jabra',
  category: 'Audio & Headphones',
  releaseYear: 2023,
  colors: { Black: '#2d2e30', Caramel: '#b18d6b' },
  shape: {
    kind: 'earbuds',
    bud: 'shell',
    case: { width: 65.4, height: 46.7, radius: 15 },
  },
  about:
    'Made to be dropped, rained on and rinsed: the toughest buds we sell, with a coating that keeps them in place on a run.',
  features: [
    'IP68 buds, IP54 case',
    'Noise cancelling',
    '8 hours with cancelling on',
    'Grippy coating without wings',
  ],
  specifications: {
    Type: 'In-ear, closed',
    Drivers: '6 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '8 h with cancelling, 32 h with the case',
    Codecs: 'SBC, AAC',
    Connector: 'USB-C, Qi',
    Wireless: 'Bluetooth 5.3',
    'Water resistance': 'IP68',
    Weight: '5 g each, case 46 g',
    'In the box': 'Three sizes of ear tips, USB-C cable',
    Released: 'September 2023',
  },
  variants: [
    {
      configuration: '',
      color: 'Black',
      launched: 199,
      offers: {
        refurbished: {
          stock: 14,
          note: 'Pressure-tested in water again after cleaning, with new tips and a new seal at the charging contacts.',
        },
        good: {
          stock: 8,
          note: 'The coating is a touch smoother on the left bud. Wind noise and cancelling measure as they should.',
        },
      },
    },
    {
      configuration: '',
      color: 'Caramel',
      launched: 199,
      offers: {
        excellent: {
          stock: 3,
          note: 'Bought for a marathon that was cancelled, it seems: unworn, with race stickers still in the box.',
        },
      },
    },
  ],
});
