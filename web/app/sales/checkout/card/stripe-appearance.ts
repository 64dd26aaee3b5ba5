import type { Appearance } from '@stripe/stripe-js';

/**
 * Returns the shop's colors and type for Stripe's form, whose iframes the shop's style sheets cannot reach.
 */
export function stripeAppearance(): Appearance {
  const dark = luminance(colorOf('--color-paper')) < 0.5;
  return {
    theme: dark ? 'night' : 'stripe',
    variables: {
      colorPrimary: hex(colorOf('--color-primary-text')),
      colorBackground: hex(colorOf('--color-raised')),
      colorText: hex(colorOf('--color-ink')),
      colorTextSecondary: hex(colorOf('--color-ink-muted')),
      colorDanger: hex(colorOf('--color-bad-text')),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '6px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': {
        border: `1px solid ${hex(colorOf('--color-line-strong'))}`,
        boxShadow: 'none',
        padding: '10px 12px',
      },
      '.Label': { fontSize: '14px', fontWeight: '500' },
    },
  };
}

type Rgb = [red: number, green: number, blue: number];

/** Returns the computed value of a color of the style sheet in the current color scheme. */
function colorOf(name: string): Rgb {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) return [0, 0, 0];
  canvas.fillStyle = computed;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

const hex = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

const luminance = ([red, green, blue]: Rgb) => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
