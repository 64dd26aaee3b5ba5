import type { LaptopShape } from '../../drawings/laptop.ts';
import { buildModel } from '../model.ts';

const macbookAirShape: LaptopShape = {
  kind: 'laptop',
  width: 304.1,
  depth: 215,
  radius: 8,
  bezel: { side: 4.5, top: 4.5, chin: 6.5 },
  notch: true,
  keyboard: { margin: 15, well: '#0b0c0e', keys: '#222429' },
  touchpad: { width: 121, height: 77 },
  hinge: 'bar',
  emblem: 'fruit',
  thickness: { back: 11.3, front: 10.8 },
  ports: { left: ['magsafe', 'usb-c', 'usb-c'], right: ['audio'] },
  wallpaperHue: 250,
};

export const macbookAirM1 = buildModel({
  name: 'MacBook Air 13 M1',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2020,
  colors: { 'Space Gray': '#8b8c8f', Gold: '#e3c6ae' },
  shape: {
    ...macbookAirShape,
    depth: 212.4,
    radius: 9,
    bezel: { side: 8.8, top: 9.5, chin: 14 },
    notch: false,
    keyboard: { margin: 20, keys: '#26272b', speakers: 'sides', slimTop: true },
    touchpad: { width: 121, height: 80 },
    thickness: { back: 16.1, front: 4.6 },
    ports: { left: ['usb-c', 'usb-c'], right: ['audio'] },
    wallpaperHue: 335,
  },
  about:
    'The wedge that started Apple’s own chips and still the least money for a silent Mac with all-day battery. It drives one external display, no more.',
  features: [
    '13.3-inch display, 400 nits',
    'Fanless',
    'Touch ID',
    'Two Thunderbolt ports',
    'Wedge shape, 4.1 mm in front',
  ],
  specifications: {
    Display: '13.3 in IPS, 2560 x 1600, 60 Hz',
    Chip: 'Apple M1, 8-core CPU, 7-core GPU',
    Memory: '8 GB unified',
    Storage: '256 GB SSD',
    Battery: '49.9 Wh, up to 18 hours of video',
    Ports: '2 x Thunderbolt 3 / USB 4, headphones',
    Wireless: 'Wi-Fi 6, Bluetooth 5.0',
    Keyboard: 'US English, backlit',
    Dimensions: '304.1 x 212.4 x 16.1 mm',
    Weight: '1.29 kg',
    Released: 'November 2020',
    Software: 'Launched with macOS 11; runs macOS 26',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Space Gray',
      launched: 999,
      offers: {
        refurbished: {
          stock: 31,
          note: 'New battery in every unit, hinge set so that the lid opens with one finger, and a display without pressure marks.',
        },
        good: {
          stock: 22,
          note: 'Light scratches on the bottom case and slightly polished letters A, S and E. Fewer than 400 charge cycles, battery at 84% or better.',
        },
        fair: {
          stock: 11,
          note: 'Dents along the front edge, where the wedge is thin, and a keyboard print inside the lid that shows when it is off. Battery at 80% or better.',
        },
      },
    },
    {
      configuration: '8 GB 512 GB',
      color: 'Gold',
      launched: 1249,
      specifications: { Chip: 'Apple M1, 8-core CPU, 8-core GPU', Storage: '512 GB SSD' },
      offers: {
        excellent: {
          stock: 2,
          note: 'A second computer that stayed on a shelf: 38 charge cycles at most, gold without a scratch. It has the eighth graphics core.',
        },
        good: {
          stock: 0,
          note: 'Twice the storage and the full graphics chip. Small rubs at both Thunderbolt ports, none in sight when open.',
        },
      },
    },
  ],
});

export const macbookAirM2 = buildModel({
  name: 'MacBook Air 13 M2',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2022,
  colors: { Midnight: '#2e3642', Starlight: '#e9dfd0' },
  shape: macbookAirShape,
  about:
    'Silent because it has no fan, and light enough to forget in a bag. Writing, browsing and photo work are what it does best.',
  features: ['13.6-inch display, 500 nits', 'Fanless', 'MagSafe charging', '1080p camera', 'Touch ID'],
  specifications: {
    Display: '13.6 in IPS, 2560 x 1664, 60 Hz',
    Chip: 'Apple M2, 8-core CPU, 8-core GPU',
    Memory: '8 GB unified',
    Storage: '256 GB SSD',
    Battery: '52.6 Wh, up to 18 hours of video',
    Ports: '2 x Thunderbolt 3 / USB 4, MagSafe 3, headphones',
    Wireless: 'Wi-Fi 6, Bluetooth 5.3',
    Keyboard: 'US English, backlit',
    Dimensions: '304.1 x 215.0 x 11.3 mm',
    Weight: '1.24 kg',
    Released: 'July 2022',
    Software: 'Launched with macOS 12; runs macOS 26',
  },
  variants: [
    {
      configuration: '8 GB 256 GB',
      color: 'Midnight',
      launched: 1199,
      offers: {
        excellent: {
          stock: 2,
          note: 'Fewer than 20 charge cycles and not one fingerprint worn into the dark finish.',
        },
        refurbished: {
          stock: 14,
          featured: true,
          note: 'Keyboard deck cleaned key by key, battery at 90% capacity or replaced, SSD checked and erased to NIST 800-88.',
        },
        good: {
          stock: 10,
          note: 'Midnight shows its history around the ports: small bright nicks there, none on the lid. Fewer than 250 charge cycles.',
        },
        fair: {
          stock: 4,
          note: 'A dent of 2 mm on one corner and polished keys. Display, speakers and battery pass the same test as every other unit.',
        },
      },
    },
    {
      configuration: '8 GB 512 GB',
      color: 'Starlight',
      launched: 1499,
      specifications: { Chip: 'Apple M2, 8-core CPU, 10-core GPU', Storage: '512 GB SSD' },
      offers: {
        refurbished: {
          stock: 5,
          note: 'This configuration has the 10-core graphics and the faster double-chip SSD. New bottom feet, hinge tension measured, battery at 90% or better.',
        },
        good: {
          stock: 6,
          note: 'Ten graphics cores and half a terabyte. Starlight hides its light scratches well: you find them on the bottom and around one port.',
        },
      },
    },
  ],
});

export const macbookAirM4 = buildModel({
  name: 'MacBook Air 13 M4',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2025,
  colors: { 'Sky Blue': '#c2d0de', Silver: '#dcdee1' },
  shape: { ...macbookAirShape, wallpaperHue: 222 },
  about:
    'Sixteen gigabytes of memory from the start and two external displays with the lid open: the Air that no longer asks for compromises.',
  features: [
    '13.6-inch display, 500 nits',
    '16 GB memory as standard',
    'Two external displays',
    '12 MP Center Stage camera',
    'Fanless',
  ],
  specifications: {
    Display: '13.6 in IPS, 2560 x 1664, 60 Hz',
    Chip: 'Apple M4, 10-core CPU, 8-core GPU',
    Memory: '16 GB unified',
    Storage: '256 GB SSD',
    Battery: '53.8 Wh, up to 18 hours of video',
    Ports: '2 x Thunderbolt 4, MagSafe 3, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.3',
    Keyboard: 'US English, backlit',
    Dimensions: '304.1 x 215.0 x 11.3 mm',
    Weight: '1.24 kg',
    Released: 'March 2025',
    Software: 'Launched with macOS 15; runs macOS 26',
  },
  variants: [
    {
      configuration: '16 GB 256 GB',
      color: 'Sky Blue',
      launched: 999,
      offers: {
        excellent: {
          stock: 7,
          featured: true,
          note: 'Returned inside two weeks, under 15 charge cycles, the woven cable in matching blue still in its paper.',
        },
        refurbished: {
          stock: 12,
          note: 'Trackpad, microphones and every key measured, case polished at the ports, battery at 95% or better.',
        },
        good: {
          stock: 4,
          note: 'One hairline across the lid, seen at an angle only, and clean keys. Battery at 92% or better.',
        },
      },
    },
    {
      configuration: '16 GB 512 GB',
      color: 'Silver',
      launched: 1199,
      specifications: { Chip: 'Apple M4, 10-core CPU, 10-core GPU', Storage: '512 GB SSD' },
      offers: {
        excellent: {
          stock: 3,
          note: 'Sealed until we opened it to check it. The two extra graphics cores help in games and photo exports.',
        },
        refurbished: {
          stock: 0,
          note: 'Ex-lease units with the firmware lock removed by the lessor, proof included. Silver shows no wear after cleaning.',
        },
      },
    },
  ],
});

export const macbookAirM5 = buildModel({
  name: 'MacBook Air 13 M5',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2026,
  colors: { Midnight: '#2e3642', 'Sky Blue': '#c2d0de' },
  shape: { ...macbookAirShape, wallpaperHue: 265 },
  about:
    'This year’s Air, back from people who changed their mind: the same silent case, half a terabyte from the start, and Wi-Fi 7.',
  features: [
    '13.6-inch display, 500 nits',
    '512 GB as standard',
    'Wi-Fi 7 and Bluetooth 6',
    'Two external displays',
    'Fanless',
  ],
  specifications: {
    Display: '13.6 in IPS, 2560 x 1664, 60 Hz',
    Chip: 'Apple M5, 10-core CPU, 8-core GPU',
    Memory: '16 GB unified',
    Storage: '512 GB SSD',
    Battery: '53.8 Wh, up to 18 hours of video',
    Ports: '2 x Thunderbolt 4, MagSafe 3, headphones',
    Wireless: 'Wi-Fi 7, Bluetooth 6',
    Keyboard: 'US English, backlit',
    Dimensions: '304.1 x 215.0 x 11.3 mm',
    Weight: '1.23 kg',
    Released: 'March 2026',
    Software: 'Launched with macOS 26',
  },
  variants: [
    {
      configuration: '16 GB 512 GB',
      color: 'Midnight',
      launched: 1099,
      offers: {
        excellent: {
          stock: 5,
          featured: true,
          note: 'Sent back within the return period, fewer than ten charge cycles, and not one fingerprint on the midnight lid.',
        },
        refurbished: {
          stock: 6,
          note: 'A maker’s exchange unit with a new top case; ports, microphones and both speakers measured against a new one.',
        },
      },
    },
    {
      configuration: '16 GB 512 GB',
      color: 'Sky Blue',
      launched: 1099,
      offers: {
        excellent: {
          stock: 2,
          note: 'The pale blue that changes with the light. Opened, set up once, erased, and packed again with all its papers.',
        },
      },
    },
  ],
});

export const macbookPro14 = buildModel({
  name: 'MacBook Pro 14 M3 Pro',
  brand: 'Apple',
  category: 'Laptops',
  releaseYear: 2023,
  colors: { 'Space Black': '#2f2f31' },
  shape: {
    ...macbookAirShape,
    width: 312.6,
    bezel: { side: 4, top: 4.5, chin: 6 },
    depth: 221.2,
    keyboard: { margin: 21, well: '#08090a', keys: '#1e1f22', speakers: 'sides' },
    touchpad: { width: 131, height: 81 },
    thickness: { back: 15.5, front: 15 },
    ports: { left: ['magsafe', 'usb-c', 'usb-c', 'audio'], right: ['hdmi', 'usb-c', 'sd'] },
    wallpaperHue: 20,
  },
  about:
    'A mini-LED display bright enough for HDR grading, an SD slot, HDMI, and a chip that compiles and renders without a wait.',
  features: [
    '14.2-inch mini-LED, 120 Hz',
    '18 GB memory',
    'HDMI and SD card slot',
    'Six-speaker sound',
    'Drives two external displays',
  ],
  specifications: {
    Display: '14.2 in mini-LED, 3024 x 1964, 120 Hz',
    Chip: 'Apple M3 Pro, 11-core CPU, 14-core GPU',
    Memory: '18 GB unified',
    Storage: '512 GB SSD',
    Battery: '70 Wh, up to 18 hours of video',
    Ports: '3 x Thunderbolt 4, HDMI, SDXC, MagSafe 3, headphones',
    Wireless: 'Wi-Fi 6E, Bluetooth 5.3',
    Keyboard: 'US English, backlit',
    Dimensions: '312.6 x 221.2 x 15.5 mm',
    Weight: '1.61 kg',
    Released: 'November 2023',
    Software: 'Launched with macOS 14; runs macOS 26',
  },
  variants: [
    {
      configuration: '18 GB 512 GB',
      color: 'Space Black',
      launched: 1999,
      offers: {
        excellent: {
          stock: 3,
          featured: true,
          note: 'Opened, set up once and returned; the anodised finish is flawless and the charger was never unwrapped.',
        },
        refurbished: {
          stock: 7,
          note: 'Fans and heat pipes cleaned, display checked zone by zone for dead backlights, battery at 90% or better.',
        },
        good: {
          stock: 5,
          note: 'Faint key shine and one light rub beside the SD slot, which you see only against the light. Battery above 85%, fans clean and quiet.',
        },
        fair: {
          stock: 1,
          note: 'A dented corner behind the display hinge and a palm rest worn bright. Every port carries its full load, and the display has no flaw.',
        },
      },
    },
  ],
});
