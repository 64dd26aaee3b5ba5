import { buildModel } from '../model.ts';

export const galaxyWatch6Classic = buildModel({
  name: 'Galaxy Watch6 Classic 47 mm',
  brand: 'Samsung',
  category: 'Smart Watches',
  releaseYear: 2023,
  colors: { Black: '#2a2b2e' },
  shape: {
    kind: 'watch',
    outline: 'round',
    width: 46.5,
    height: 46.5,
    thickness: 10.9,
    radius: 23,
    rim: 1,
    bandWidth: 21,
    band: 'lugged',
    bandColor: '#2b2724',
    bezel: { color: '#26272a', width: 4, ticks: true },
    controls: 'two-buttons',
    face: 'analog',
    faceHue: 150,
  },
  about: 'The bezel really turns, so lists scroll without a finger on the glass. For Android phones only.',
  features: [
    'Rotating bezel',
    '1.5-inch AMOLED under sapphire',
    'Body composition and ECG',
    'Stainless steel case',
  ],
  specifications: {
    Case: '47 mm stainless steel',
    Display: '1.5 in AMOLED, 480 x 480',
    Chip: 'Samsung Exynos W930',
    Storage: '16 GB',
    Battery: '425 mAh, up to 40 h',
    Sensors: 'Heart rate, ECG, body composition, temperature, barometer',
    Connectivity: 'GPS, Wi-Fi, Bluetooth 5.3, NFC',
    'Water resistance': '50 m, IP68',
    Band: 'Hybrid Eco-Leather',
    Weight: '59 g',
    Released: 'August 2023',
    'Works with': 'Android',
  },
  variants: [
    {
      configuration: 'Bluetooth',
      color: 'Black',
      launched: 429,
      offers: {
        excellent: {
          stock: 4,
          note: 'Box opened, foil on the back sensor still in place. The bezel clicks evenly through all its steps.',
        },
        good: {
          stock: 8,
          note: 'Fine brassing on two edges of the bezel and a new leather band. Battery lasts a measured 30 hours or more.',
        },
      },
    },
  ],
});

export const galaxyWatchUltra = buildModel({
  name: 'Galaxy Watch Ultra 47 mm',
  brand: 'Samsung',
  category: 'Smart Watches',
  releaseYear: 2024,
  colors: { 'Titanium Silver': '#b4b2ae', 'Titanium Gray': '#6b6966' },
  shape: (color) => ({
    kind: 'watch',
    outline: 'squircle',
    width: 47.1,
    height: 47.4,
    thickness: 12.1,
    radius: 15,
    rim: 3.4,
    roundGlass: true,
    bezel: { color: color === 'Titanium Gray' ? '#3a3936' : '#8f8d88', width: 1.5, ticks: false },
    bandWidth: 26,
    band: 'sport',
    bandColor: color === 'Titanium Gray' ? '#33363a' : '#e0702f',
    controls: 'three-keys',
    face: 'sport',
    faceHue: 50,
  }),
  about:
    'A round display in a square titanium shell, made for long runs and bad weather. With its LTE you can leave the phone in the car.',
  features: [
    'Titanium and sapphire',
    'LTE in every unit',
    'Quick Button for workouts and the siren',
    'Up to 100 hours in power saving',
    '3000 nits',
  ],
  specifications: {
    Case: '47 mm titanium',
    Display: '1.5 in AMOLED, 480 x 480',
    Chip: 'Samsung Exynos W1000',
    Storage: '32 GB',
    Battery: '590 mAh, up to 60 h',
    Sensors: 'Heart rate, ECG, body composition, temperature, barometer',
    Connectivity: 'LTE, dual-frequency GPS, Wi-Fi, Bluetooth 5.3, NFC',
    'Water resistance': '100 m, IP68',
    Band: 'Marine Band',
    Weight: '60.5 g',
    Released: 'July 2024',
    'Works with': 'Android',
  },
  variants: [
    {
      configuration: 'LTE',
      color: 'Titanium Silver',
      launched: 649,
      offers: {
        excellent: {
          stock: 3,
          note: 'Runner’s remorse: worn twice, then sent back. The eSIM is free and the band unstretched.',
        },
        refurbished: {
          stock: 5,
          note: 'Battery and gaskets new, siren measured at a metre, track recorded on both GPS frequencies and compared.',
        },
        good: {
          stock: 6,
          note: 'Two pale scratches on the shoulder of the case, none on the sapphire. New orange band.',
        },
      },
    },
    {
      configuration: 'LTE',
      color: 'Titanium Gray',
      launched: 649,
      offers: {
        fair: {
          stock: 1,
          note: 'It met granite: one corner is ground flat and the keys are scuffed. Water tightness tested and in order.',
        },
      },
    },
  ],
});
