// The web app manifest, from which the browser offers to install.
import type { ManifestOptions } from 'vite-plugin-pwa';
import { BRAND } from '#lib/brand.ts';

const icon = (purpose: 'any' | 'maskable' | 'monochrome', name: string) =>
  [192, 512].map((size) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  }));

export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: BRAND.name,
  short_name: BRAND.name,
  description: 'A daily reward programme with a wallet sign-in and draws that anybody can check.',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  orientation: 'portrait-primary',
  background_color: BRAND.colors.page,
  theme_color: BRAND.colors.basalt,
  categories: ['finance'],
  icons: [...icon('any', 'icon'), ...icon('maskable', 'icon-maskable'), ...icon('monochrome', 'icon-mono')],
};
