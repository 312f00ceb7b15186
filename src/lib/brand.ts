// Name, symbol and colours. The colours are also in the theme block of src/ui/theme.css, and some texts repeat the
// name: search for it when you rebrand the app.
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
