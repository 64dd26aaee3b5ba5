import type { HandheldShape } from '../../drawings/handheld.ts';
import { buildModel } from '../model.ts';

function switchShape(color: string): HandheldShape {
  return {
    kind: 'handheld',
    form: 'detachable',
    width: 242,
    height: 102,
    screen: { width: 155, height: 87 },
    sides: color === 'White' ? ['#eeeeec', '#eeeeec'] : ['#1fb2d4', '#f04a45'],
    wallpaperHue: 20,
  };
}

export const switchOled = buildModel({
  name: 'Switch OLED',
  brand: 'Nintendo',
  category: 'Gaming Consoles',
  releaseYear: 2021,
  colors: { White: '#eeeeec', 'Neon Blue and Red': '#2a2b2e' },
  colorCodes: { 'Neon Blue and Red': null },
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
    'In the box': 'Dock, two Joy-Con, grip, HDMI and power cable',
    Dimensions: '242 x 102 x 13.9 mm',
    Weight: '420 g with controllers',
    Released: 'October 2021',
  },
  variants: [
    {
      configuration: '64 GB',
      color: 'White',
      launched: 349,
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
      color: 'Neon Blue and Red',
      launched: 349,
      offers: {
        refurbished: {
          stock: 22,
          featured: true,
          note: 'New sticks in both controllers, rails tightened, and the display checked for retained images at full brightness.',
        },
        fair: {
          stock: 8,
          note: 'Scratched back, a lighter patch on the red controller, a stand with one worn hinge. Display and sticks are as they should be.',
        },
      },
    },
  ],
});

export const switch2 = buildModel({
  name: 'Switch 2',
  brand: 'Nintendo',
  category: 'Gaming Consoles',
  releaseYear: 2025,
  colors: { Black: '#26272a' },
  shape: {
    kind: 'handheld',
    form: 'detachable',
    width: 272,
    height: 116,
    screen: { width: 175, height: 98.5 },
    sides: ['#2a2b2e', '#2a2b2e'],
    sideWidth: 41,
    rings: ['#35b4dc', '#f0604d'],
    wallpaperHue: 355,
  },
  about:
    'Bigger display, controllers that hold by magnet and nearly every game of the first Switch. In its dock it shows 4K.',
  features: [
    '7.9-inch display at 120 Hz',
    'Magnetic controllers that work as a mouse',
    '4K from the dock',
    '256 GB built in',
  ],
  specifications: {
    Display: '7.9 in LCD, 1920 x 1080, 120 Hz',
    Chip: 'Nvidia custom T239',
    Memory: '12 GB LPDDR5X',
    Storage: '256 GB, microSD Express',
    Battery: '5,220 mAh, 2 to 6.5 h',
    Ports: '2 x USB-C, headphones, game card',
    Wireless: 'Wi-Fi 6, Bluetooth',
    'In the box': 'Dock, two Joy-Con 2, grip, HDMI cable, charger',
    Dimensions: '272 x 116 x 13.9 mm',
    Weight: '534 g with controllers',
    Released: 'June 2025',
  },
  variants: [
    {
      configuration: '256 GB',
      color: 'Black',
      launched: 449,
      offers: {
        excellent: {
          stock: 6,
          featured: true,
          note: 'The display keeps its factory film, which must stay on; the magnets of both controllers pull as new.',
        },
        refurbished: {
          stock: 11,
          note: 'Sticks exchanged, battery at 96% or better, not banned from the online service, and the dock’s fan listened to.',
        },
        good: {
          stock: 4,
          note: 'Hairlines on the film and a rub on the kickstand. Both controllers connect, charge and work as mice.',
        },
      },
    },
  ],
});

export const switchLite = buildModel({
  name: 'Switch Lite',
  brand: 'Nintendo',
  category: 'Gaming Consoles',
  releaseYear: 2019,
  colors: { Turquoise: '#2fb6b4', Coral: '#f0837c', Gray: '#6f7276' },
  shape: {
    kind: 'handheld',
    form: 'fixed',
    width: 208,
    height: 91.1,
    screen: { width: 122, height: 68.5 },
    sides: ['#2fb6b4', '#2fb6b4'],
    sideWidth: 36,
    keys: '#e9e9e6',
    wallpaperHue: 85,
  },
  about:
    'A Switch for one person and one pair of hands: lighter, with a proper cross pad, and no dock. The first console of many children.',
  features: ['5.5-inch display', '275 g', 'Cross-shaped direction pad', 'Plays all games with handheld mode'],
  specifications: {
    Display: '5.5 in LCD, 1280 x 720, 60 Hz',
    Chip: 'Nvidia custom Tegra',
    Memory: '4 GB',
    Storage: '32 GB, microSD',
    Battery: '3,570 mAh, 3 to 7 h',
    Ports: 'USB-C, headphones, game card',
    Wireless: 'Wi-Fi 5, Bluetooth 4.1',
    'In the box': 'Charger',
    Dimensions: '208 x 91.1 x 13.9 mm',
    Weight: '275 g',
    Released: 'September 2019',
  },
  variants: [
    {
      configuration: '32 GB',
      color: 'Turquoise',
      launched: 199,
      offers: {
        refurbished: {
          stock: 20,
          note: 'Both sticks are new, because they cannot be clipped off later; display polished, card slot cleaned.',
        },
        good: {
          stock: 12,
          note: 'Fine scratches on the back, none over the picture. The sticks passed ten minutes on the drift bench.',
        },
        fair: {
          stock: 9,
          note: 'Stickers left their outline and the corners are rounded by falls. New sticks, so it plays straight.',
        },
      },
    },
    {
      configuration: '32 GB',
      color: 'Coral',
      launched: 199,
      offers: {
        excellent: {
          stock: 2,
          note: 'Coral without a trace of use, from a drawer rather than a playground. The charger is original.',
        },
        good: {
          stock: 0,
          note: 'Some graphite-colored marks that did not come off along the lower edge. Volume keys are firm.',
        },
      },
    },
    {
      configuration: '32 GB',
      color: 'Gray',
      launched: 199,
      offers: {
        refurbished: {
          stock: 6,
          note: 'In plain gray with white keys; battery exchanged, speaker slots brushed out, set back to the first start.',
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
  colors: { Black: '#2a2b2e' },
  shape: {
    kind: 'handheld',
    form: 'one-piece',
    width: 298,
    height: 117,
    screen: { width: 160, height: 100 },
    sides: ['#26272a', '#26272a'],
    accent: '#e2793a',
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
    'In the box': 'Carrying case, 45 W charger',
    Dimensions: '298 x 117 x 49 mm',
    Weight: '640 g',
    Released: 'November 2023',
  },
  variants: [
    {
      configuration: '512 GB',
      color: 'Black',
      launched: 549,
      offers: {
        excellent: {
          stock: 2,
          note: 'Less than five hours on the clock, grips without shine, charger and case as new.',
        },
        refurbished: {
          stock: 9,
          note: 'Thumb sticks and trackpads calibrated, fan cleaned, SSD at 98% life or better, SteamOS installed afresh.',
        },
        good: {
          stock: 6,
          note: 'Grips a little shiny and one rear button with a scratch. Battery at 88% or better, no bright pixels.',
        },
      },
    },
  ],
});

export const steamDeckLcd = buildModel({
  name: 'Steam Deck LCD',
  brand: 'Valve',
  category: 'Gaming Consoles',
  releaseYear: 2022,
  colors: { Black: '#303135' },
  shape: {
    kind: 'handheld',
    form: 'one-piece',
    width: 298,
    height: 117,
    screen: { width: 151, height: 94 },
    sides: ['#303135', '#303135'],
    wallpaperHue: 205,
  },
  about:
    'The first Deck runs the same library at the same settings for far less. Its fan is louder and its evening shorter than the OLED’s.',
  features: [
    '7-inch display',
    'Two trackpads and four rear buttons',
    'SteamOS with desktop mode',
    'SSD can be exchanged',
  ],
  specifications: {
    Display: '7 in IPS, 1280 x 800, 60 Hz',
    Chip: 'AMD 7 nm APU, Zen 2 and RDNA 2',
    Memory: '16 GB LPDDR5',
    Storage: '256 GB SSD, microSD',
    Battery: '40 Wh, 2 to 8 h',
    Ports: 'USB-C with DisplayPort 1.4, headphones',
    Wireless: 'Wi-Fi 5, Bluetooth 5.0',
    'In the box': 'Carrying case, 45 W charger',
    Dimensions: '298 x 117 x 49 mm',
    Weight: '669 g',
    Released: 'February 2022',
  },
  variants: [
    {
      configuration: '256 GB',
      color: 'Black',
      launched: 529,
      offers: {
        refurbished: {
          stock: 15,
          note: 'The quieter of the two fans fitted, sticks with new rubber, and a battery of at least 90%.',
        },
        good: {
          stock: 10,
          note: 'A shiny left grip and a scratch beside the trackpad. Runs our demanding test game for an hour at even speed.',
        },
        fair: {
          stock: 3,
          note: 'Scratches on the display that you feel with a nail and see on dark pictures only. Every input was measured.',
        },
      },
    },
    {
      configuration: '64 GB',
      color: 'Black',
      launched: 399,
      specifications: { Storage: '64 GB eMMC, microSD' },
      offers: {
        good: {
          stock: 5,
          note: 'The small one, best with a memory card or a new SSD, which takes four screws. Light wear at the triggers.',
        },
      },
    },
  ],
});

export const rogAlly = buildModel({
  name: 'ROG Ally Z1 Extreme',
  brand: 'Asus',
  category: 'Gaming Consoles',
  releaseYear: 2023,
  colors: { White: '#e8e9eb' },
  shape: {
    kind: 'handheld',
    form: 'bevelled',
    width: 280,
    height: 111,
    screen: { width: 155, height: 87 },
    sides: ['#e8e9eb', '#e8e9eb'],
    rings: ['#7b5cff', '#31c6e8'],
    wallpaperHue: 310,
  },
  about:
    'Windows in both hands, so every shop and launcher works, on a display fast enough for it. Bring the charger for long evenings.',
  features: [
    '7-inch 120 Hz display',
    'Ryzen Z1 Extreme',
    'Fingerprint reader in the power button',
    'Lit rings around the sticks',
  ],
  specifications: {
    Display: '7 in IPS, 1920 x 1080, 120 Hz',
    Chip: 'AMD Ryzen Z1 Extreme, Zen 4 and RDNA 3',
    Memory: '16 GB LPDDR5',
    Storage: '512 GB SSD, microSD',
    Battery: '40 Wh',
    Ports: 'USB-C with XG Mobile, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    'In the box': '65 W charger, stand',
    Dimensions: '280 x 111 x 32.4 mm',
    Weight: '608 g',
    Released: 'June 2023',
  },
  variants: [
    {
      configuration: '512 GB',
      color: 'White',
      launched: 699,
      offers: {
        excellent: {
          stock: 3,
          note: 'White plastic like fresh paper, sticks without dust, Windows waiting at its first question.',
        },
        refurbished: {
          stock: 7,
          note: 'The card reader, weak on early units, is checked under heat and exchanged with its board where it fails.',
        },
        fair: {
          stock: 1,
          note: 'Discolored grips and a cracked trigger that we replaced. The card reader works cold and warm.',
        },
      },
    },
  ],
});

export const legionGo = buildModel({
  name: 'Legion Go 8.8',
  brand: 'Lenovo',
  category: 'Gaming Consoles',
  releaseYear: 2023,
  colors: { 'Shadow Black': '#292a2d' },
  shape: {
    kind: 'handheld',
    form: 'detachable',
    width: 298.8,
    height: 131,
    screen: { width: 190, height: 118.5 },
    sides: ['#2c2d30', '#2c2d30'],
    sideWidth: 45,
    rings: ['#4b6fe0', '#4b6fe0'],
    trackpad: true,
    keys: '#55575d',
    wallpaperHue: 228,
  },
  about:
    'The largest display of all handhelds here, a stand, and controllers that come off, one of them to be held upright like a mouse.',
  features: [
    '8.8-inch 144 Hz display',
    'Detachable controllers',
    'Trackpad and scroll wheel',
    'Two USB4 ports',
  ],
  specifications: {
    Display: '8.8 in IPS, 2560 x 1600, 144 Hz',
    Chip: 'AMD Ryzen Z1 Extreme, Zen 4 and RDNA 3',
    Memory: '16 GB LPDDR5X',
    Storage: '512 GB SSD, microSD',
    Battery: '49.2 Wh',
    Ports: '2 x USB4, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.2',
    'In the box': 'Carrying case, 65 W charger, controller base',
    Dimensions: '298.8 x 131 x 40.7 mm',
    Weight: '854 g with controllers',
    Released: 'October 2023',
  },
  variants: [
    {
      configuration: '512 GB',
      color: 'Shadow Black',
      launched: 699,
      offers: {
        refurbished: {
          stock: 6,
          note: 'Rails and latches of both controllers tightened, magnetic sticks calibrated, drivers and firmware current.',
        },
        good: {
          stock: 4,
          note: 'The kickstand has scratches on its outside. Battery at 87% or better; case, charger and base are with it.',
        },
      },
    },
  ],
});
