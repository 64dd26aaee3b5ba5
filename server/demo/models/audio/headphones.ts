import type { HeadphonesShape } from '../../drawings/headphones.ts';
import { buildModel } from '../model.ts';

function xm5Shape(color: string): HeadphonesShape {
  const dark = color === 'Black';
  return {
    kind: 'headphones',
    cup: { rx: 92, ry: 126 },
    band: 40,
    arm: 'rod',
    armColor: dark ? '#3a3b3e' : '#c9c4bb',
    cushion: dark ? '#2a2a2c' : '#bdb6aa',
  };
}

export const wh1000xm5 = buildModel({
  name: 'WH-1000XM5',
  brand: 'Sony',
  category: 'Audio & Headphones',
  releaseYear: 2022,
  colors: { Black: '#232427', Silver: '#d8d2c7' },
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
    'In the box': 'Case, 3.5 mm cable, USB-C cable',
    Released: 'May 2022',
  },
  variants: [
    {
      configuration: '',
      color: 'Black',
      launched: 399,
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
      color: 'Silver',
      launched: 399,
      offers: {
        refurbished: {
          stock: 0,
          note: 'The warm platinum finish shows soil easily, so pads and headband cover are both replaced.',
        },
        good: {
          stock: 4,
          note: 'A little darker where fingers adjust the band, clean everywhere else. Both pads are original and free of cracks.',
        },
      },
    },
  ],
});

export const wh1000xm4 = buildModel({
  name: 'WH-1000XM4',
  brand: 'Sony',
  category: 'Audio & Headphones',
  releaseYear: 2020,
  colors: { Black: '#26272a', Silver: '#d2cabd' },
  shape: (color) => ({
    kind: 'headphones',
    cup: { rx: 84, ry: 122 },
    band: 44,
    arm: 'shoulder',
    armColor: color === 'Black' ? '#303134' : '#c6bdaf',
    cushion: color === 'Black' ? '#2b2b2d' : '#b9b0a2',
    accent: '#c18a5c',
  }),
  about:
    'The older Sony still folds up small and still cancels more noise than most new ones. It takes two phones and a wire.',
  features: [
    'Folds flat and small',
    'Noise cancelling',
    '30 hours with cancelling on',
    'LDAC',
    'Pauses when you speak',
  ],
  specifications: {
    Type: 'Over-ear, closed, folding',
    Drivers: '40 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '30 h with cancelling, 38 h without',
    Codecs: 'SBC, AAC, LDAC',
    Connector: 'USB-C, 3.5 mm',
    Wireless: 'Bluetooth 5.0',
    Weight: '254 g',
    'In the box': 'Case, 3.5 mm cable, USB-C cable, flight adapter',
    Released: 'August 2020',
  },
  variants: [
    {
      configuration: '',
      color: 'Black',
      launched: 349,
      offers: {
        refurbished: {
          stock: 28,
          note: 'New ear pads, new battery where it gave less than 25 hours, and hinges that click at every step again.',
        },
        good: {
          stock: 15,
          note: 'Cleaned original pads with soft creases. The copper-colored slots are free of dust and both microphones are level.',
        },
        fair: {
          stock: 6,
          note: 'The coating of the headband is worn glossy and one cup is scratched. We fitted new pads anyway; battery plays at least 22 hours.',
        },
      },
    },
    {
      configuration: '',
      color: 'Silver',
      launched: 349,
      offers: {
        excellent: {
          stock: 2,
          note: 'A warehouse find in an opened box, pads never creased, all cables with their ties.',
        },
        good: {
          stock: 0,
          note: 'Slight gray on the band where hair touches it. Everything that moves moves as it did new.',
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
  colors: { 'White Smoke': '#e8e5de' },
  shape: {
    kind: 'headphones',
    cup: { rx: 96, ry: 118 },
    band: 48,
    arm: 'yoke',
    armColor: '#a9a9ab',
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
    'In the box': 'Case, 2.5 to 3.5 mm cable, USB-C cable',
    Released: 'October 2023',
  },
  variants: [
    {
      configuration: '',
      color: 'White Smoke',
      launched: 429,
      offers: {
        excellent: { stock: 4, note: 'Unpacked, tried on and sent back; the metal arms are spotless.' },
        refurbished: {
          stock: 11,
          note: 'Pads and headband cushion renewed in white, arms polished, the voice pick-up compared with that of a new pair.',
        },
        good: {
          stock: 7,
          note: 'Light yellowing inside the headband, which is out of sight when worn. Pads disinfected, both hinges firm.',
        },
      },
    },
  ],
});

export const airpodsMax = buildModel({
  name: 'AirPods Max Lightning',
  brand: 'Apple',
  category: 'Audio & Headphones',
  releaseYear: 2020,
  colors: { 'Space Gray': '#5a5b5f', 'Sky Blue': '#9fb6cb' },
  shape: (color) => ({
    kind: 'headphones',
    cup: { rx: 82, ry: 112 },
    corners: 0.82,
    band: 44,
    arm: 'rod',
    armColor: '#c3c5c9',
    cushion: color === 'Space Gray' ? '#3b3c40' : '#8aa4bc',
    net: true,
    crown: true,
  }),
  about:
    'Metal cups, a net instead of padding, and cushions that come off by magnet: heavy in the hand, light on the head. This is the first version, with Lightning.',
  features: [
    'Noise cancelling and transparency',
    'Digital Crown for volume',
    'Ear cushions held by magnets',
    'Spatial audio that follows the head',
  ],
  specifications: {
    Type: 'Over-ear, closed',
    Drivers: '40 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '20 h with cancelling',
    Codecs: 'SBC, AAC',
    Connector: 'Lightning',
    Wireless: 'Bluetooth 5.0',
    Weight: '385 g',
    'In the box': 'Smart Case, Lightning cable',
    Released: 'December 2020',
  },
  variants: [
    {
      configuration: '',
      color: 'Space Gray',
      launched: 549,
      offers: {
        excellent: {
          stock: 3,
          note: 'Worn for an evening at most: net tight, arms slide with the resistance of new ones, case without a crease.',
        },
        refurbished: {
          stock: 9,
          featured: true,
          note: 'New cushions and net, cups opened and dried, since condensation is what ends these. Crown tested for a thousand steps.',
        },
        good: {
          stock: 8,
          note: 'Small marks where the cups touched each other in the case. Cushions washed; the net has no sag.',
        },
        fair: {
          stock: 3,
          note: 'One cup has a dent you can feel and the case is stained. The sound test found no difference from a new pair.',
        },
      },
    },
    {
      configuration: '',
      color: 'Sky Blue',
      launched: 549,
      offers: {
        good: {
          stock: 2,
          note: 'The pale blue aluminum hides scratches, the pale cushions hide nothing, so those are new.',
        },
      },
    },
  ],
});

export const momentum4 = buildModel({
  name: 'Momentum 4 Wireless',
  brand: 'Sennheiser',
  category: 'Audio & Headphones',
  releaseYear: 2022,
  colors: { Black: '#2a2b2d', White: '#e4e1db' },
  shape: (color) => ({
    kind: 'headphones',
    cup: { rx: 92, ry: 116 },
    band: 34,
    bandColor: color === 'Black' ? '#3d3f43' : '#b4b2ae',
    arm: 'rod',
    armColor: color === 'Black' ? '#1c1d1f' : '#c9c6c0',
    cushion: color === 'Black' ? '#232426' : '#cfccc5',
  }),
  about:
    'Sixty hours on one charge, which is a working week without a cable. They are for people who put music before cancelling.',
  features: [
    '60 hours with cancelling on',
    'aptX Adaptive',
    'Fabric headband',
    'Sound tuned to your hearing in the app',
  ],
  specifications: {
    Type: 'Over-ear, closed',
    Drivers: '42 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '60 h with cancelling',
    Codecs: 'SBC, AAC, aptX Adaptive',
    Connector: 'USB-C, 2.5 mm',
    Wireless: 'Bluetooth 5.2',
    Weight: '293 g',
    'In the box': 'Case, 2.5 to 3.5 mm cable, USB-C cable, flight adapter',
    Released: 'August 2022',
  },
  variants: [
    {
      configuration: '',
      color: 'Black',
      launched: 349,
      offers: {
        excellent: {
          stock: 5,
          note: 'Tried in a shop, one evening’s wear. The fabric band carries no dust and the flight adapter is sealed.',
        },
        refurbished: {
          stock: 13,
          note: 'Ear pads replaced, touch surface tested for every gesture, and 52 hours or more on our discharge bench.',
        },
        good: {
          stock: 6,
          note: 'The fabric is slightly rubbed at the top of the band. Pads are original and firm.',
        },
      },
    },
    {
      configuration: '',
      color: 'White',
      launched: 349,
      offers: {
        good: {
          stock: 0,
          note: 'White pads cleaned twice and still a shade warmer than new. The gray band covers the rest.',
        },
      },
    },
  ],
});

export const studioPro = buildModel({
  name: 'Studio Pro',
  brand: 'Beats',
  category: 'Audio & Headphones',
  releaseYear: 2023,
  colors: { Navy: '#2d3750', Sandstone: '#d6cabb', Black: '#252527' },
  shape: (color) => ({
    kind: 'headphones',
    cup: { rx: 80, ry: 120 },
    band: 46,
    arm: 'shoulder',
    armColor: { Navy: '#37425d', Sandstone: '#cabdad', Black: '#303033' }[color] ?? '#37425d',
    cushion: { Navy: '#222a3d', Sandstone: '#b9aa98', Black: '#1c1c1e' }[color] ?? '#222a3d',
    accent: { Navy: '#8b97b5', Sandstone: '#8f7f6c', Black: '#77787c' }[color] ?? '#8b97b5',
    mark: 'letter',
  }),
  about:
    'The pair that is at home on iPhone and Android alike, and plays lossless over its USB-C cable. They fold into a small case.',
  features: [
    'Noise cancelling and transparency',
    'Lossless over USB-C',
    '40 hours, 24 with cancelling',
    'One-touch pairing on both systems',
  ],
  specifications: {
    Type: 'Over-ear, closed, folding',
    Drivers: '40 mm',
    'Noise cancelling': 'Yes, adaptive',
    Battery: '24 h with cancelling, 40 h without',
    Codecs: 'SBC, AAC',
    Connector: 'USB-C, 3.5 mm',
    Wireless: 'Bluetooth 5.3',
    Weight: '260 g',
    'In the box': 'Case, 3.5 mm cable, USB-C cable',
    Released: 'July 2023',
  },
  variants: [
    {
      configuration: '',
      color: 'Navy',
      launched: 349,
      offers: {
        refurbished: {
          stock: 16,
          note: 'Pads and both cables new; the metal pins in the hinges are checked, since worn ones rattle.',
        },
        good: {
          stock: 9,
          note: 'Scuffs on the outside of the band from being carried round a neck. The lettering is complete.',
        },
      },
    },
    {
      configuration: '',
      color: 'Sandstone',
      launched: 349,
      offers: {
        excellent: {
          stock: 4,
          note: 'A gift in the wrong color for somebody: opened, paired, given back. All films are in place.',
        },
      },
    },
    {
      configuration: '',
      color: 'Black',
      launched: 349,
      offers: {
        fair: {
          stock: 5,
          note: 'Plastic polished by use at both hinges and a repaired cable socket. New pads make them feel younger than they look.',
        },
      },
    },
  ],
});

export const majorIv = buildModel({
  name: 'Major IV',
  brand: 'Marshall',
  category: 'Audio & Headphones',
  releaseYear: 2020,
  colors: { Black: '#29282a', Brown: '#5d4231' },
  shape: (color) => ({
    kind: 'headphones',
    cup: { rx: 70, ry: 78 },
    corners: 0.5,
    band: 34,
    arm: 'rod',
    armColor: '#c6a15b',
    cushion: color === 'Black' ? '#1d1c1e' : '#48311f',
    accent: '#c6a15b',
    mark: 'plate',
  }),
  about:
    'Small, folding and good for eighty hours, these sit on the ear and let the street in. The one brass knob does everything.',
  features: ['80 hours of playback', 'Wireless charging', 'Folds into a fist', 'Second listener by cable'],
  specifications: {
    Type: 'On-ear, closed, folding',
    Drivers: '40 mm',
    'Noise cancelling': 'No',
    Battery: '80 h',
    Codecs: 'SBC',
    Connector: 'USB-C, 3.5 mm, Qi',
    Wireless: 'Bluetooth 5.0',
    Weight: '165 g',
    'In the box': '3.5 mm coiled cable, USB-C cable',
    Released: 'October 2020',
  },
  variants: [
    {
      configuration: '',
      color: 'Black',
      launched: 149,
      offers: {
        refurbished: {
          stock: 19,
          note: 'New cushions, control knob cleaned with contact spray, and the vinyl treated so that it does not crack.',
        },
        good: {
          stock: 12,
          note: 'The vinyl is smooth at the folds, brass hinges a little dull. Charges on a pad at first try.',
        },
        fair: {
          stock: 7,
          note: 'A crack in the vinyl under the band, glued and out of sight when worn. Knob and both drivers are faultless.',
        },
      },
    },
    {
      configuration: '',
      color: 'Brown',
      launched: 149,
      offers: {
        excellent: {
          stock: 3,
          note: 'The brown edition as it came from the shop, protective cards still between the cups.',
        },
      },
    },
  ],
});
