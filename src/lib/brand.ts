// Name, symbol and colours. An operator rebrands the app here and in the theme block of src/ui/theme.css.
export const BRAND = {
  name: 'Adit',
  symbol: 'ADIT',
  colors: {
    page: '#F8F8F8',
    card: '#FFFFFF',
    basalt: '#12161F',
    basaltLight: '#1E2A3A',
    amber: '#F5A524',
    malachite: '#0B7A5B',
    garnet: '#B3243A',
  },
} as const;
