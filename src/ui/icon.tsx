// The icon set, drawn for this app on a 24 px grid with round 1.75 px strokes.
export const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h10',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  next: 'M9.5 5.5 16 12l-6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  home: 'M4 11.5 12 4.5l8 7V19a1.5 1.5 0 0 1-1.5 1.5H15v-5.5H9v5.5H5.5A1.5 1.5 0 0 1 4 19z',
  miner: 'M5 20 13.5 11.5M8 5.5C12.5 4 18 7 20 12c-1.6-2.4-3.8-4-6.5-4.5M13.5 7.5l3 3',
  assets:
    'M4 8.5A2.5 2.5 0 0 1 6.5 6H17v3M4 8.5V17a2.5 2.5 0 0 0 2.5 2.5H20V9H6.5A2.5 2.5 0 0 1 4 8.5zM16 14.25h.01',
  staking: 'M12 4l8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  race: 'M6 21V4M6 5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  guess:
    'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01',
  invite: 'M9.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 19.5c.6-3.4 3-5 6-5s5.4 1.6 6 5M18 8v6M15 11h6',
  buyback: 'M5 9h11l-3-3.500M19 15H8l3 3.5',
  kyc: 'M12 3.5 19 6v5.500c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6zM9 12l2.2 2.200L15.2 10',
  notice: 'M5 10v4h3l6 4V6L8 10zM17.5 9.500a4 4 0 0 1 0 5',
  contact:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.500v9A1.5 1.5 0 0 1 19 17h-7l-4.5 3.500V17H5a1.5 1.5 0 0 1-1.5-1.500v-9A1.5 1.5 0 0 1 5 5zM8 9.500h8M8 12.500h5',
  gift: 'M4.5 11h15v8.500h-15zM3.5 7.500h17V11h-17zM12 7.500v12M12 7.500C9 7.5 7.5 6.5 7.5 5.200S9 3.5 10 4.200c1 .7 2 3.3 2 3.300s1-2.6 2-3.300c1-.7 2.5-.3 2.5 1S15 7.5 12 7.500z',
  language:
    'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.500c2.3 2.4 3.5 5.2 3.5 8.500s-1.2 6.1-3.5 8.500c-2.3-2.4-3.5-5.2-3.5-8.500S9.7 5.9 12 3.500z',
  bell: 'M6 16.500V11a6 6 0 1 1 12 0v5.500l1.5 1.500h-15zM10 20.500h4',
  install: 'M12 4v10M8 10.500l4 4 4-4M5 18.500h14',
  copy: 'M9 9h10.500v10.500H9zM15 9V4.500H4.500V15H9',
  signout:
    'M14 4.500H6.500A1.5 1.5 0 0 0 5 6v12a1.5 1.5 0 0 0 1.5 1.500H14M10.5 12H20M16.5 8.5 20 12l-3.5 3.5',
  wallet:
    'M5.5 7h12A1.5 1.5 0 0 1 19 8.500V10h1.500v5H19v1.500a1.5 1.5 0 0 1-1.5 1.500h-12A1.5 1.5 0 0 1 4 16.500v-8A1.5 1.5 0 0 1 5.5 7zM19 10h-3.500a2.5 2.5 0 0 0 0 5H19M6 7l8-3 1 3',
  info: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 11v5.500M12 7.800h.01',
  warn: 'M12 4 21 19.500H3zM12 10v4.500M12 17h.01',
  refresh: 'M19 12a7 7 0 1 1-2-5l2 2M19 4.500V9h-4.5',
  clock: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.500V12l3 2',
  upload: 'M12 15V5M8 8.500l4-4 4 4M5 15v3.500A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.500V15',
  camera:
    'M4.5 8h3L9 5.5h6L16.5 8h3A1.5 1.5 0 0 1 21 9.5v8a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-8A1.5 1.5 0 0 1 4.5 8zM12 16.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5z',
  file: 'M6.5 3.500H14L18.5 8v12.500h-12zM14 3.500V8h4.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.700l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  share: 'M12 14.500v-11M8.5 7 12 3.5 15.5 7M6 11v8.500h12V11',
  eye: 'M2.5 12C4.5 8 8 6 12 6s7.5 2 9.5 6c-2 4-5.5 6-9.5 6s-7.5-2-9.5-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  eyeOff:
    'M4 4l16 16M6.5 8.2C4.8 9.2 3.5 10.5 2.5 12c2 4 5.5 6 9.5 6 1.4 0 2.7-.25 3.9-.7M10 6.2c.6-.13 1.3-.2 2-.2 4 0 7.5 2 9.5 6-.6 1.2-1.4 2.2-2.3 3.1M9.9 10.3a2.5 2.5 0 0 0 3.6 3.4',
  history: 'M4.5 12A7.5 7.5 0 1 0 7 6.500L4.5 9M4.5 4.500V9H9M12 8v4.500l3 1.8',
  deposit:
    'M12 3.5v10.500M7.500 9.500l4.500 4.500 4.500-4.500M4.500 15v3A2 2 0 0 0 6.500 20h11a2 2 0 0 0 2-2v-3',
  withdraw: 'M12 14.500V4M7.500 8.500 12 4l4.500 4.500M4.500 15v3A2 2 0 0 0 6.500 20h11a2 2 0 0 0 2-2v-3',
  exchange: 'M4.500 8.500h14l-3.500-3.500M19.500 15.500h-14L9 19',
  refund: 'M8.500 5 4.500 9l4 4M4.500 9H14a5.500 5.500 0 0 1 0 11h-4',
  purchase: 'M6 8.500h12l1 11.500H5zM9 8.500V7a3 3 0 0 1 6 0v1.500',
  download: 'M12 4v10.500M7.500 10l4.500 4.500L16.500 10M5 19.500h14',
  offline:
    'M4 4l16 16M5 12.5a9.500 9.500 0 0 1 4-2.600M14.500 9.800A9.500 9.500 0 0 1 19 12.500M8.500 16a5 5 0 0 1 5.500-1M2 9a14 14 0 0 1 4.500-2.800M11 5.500A14 14 0 0 1 22 9M12 19h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** The drawing of an icon, for images composed of several drawings. */
export const iconPath = (name: IconName): string => PATHS[name];

interface LookProps {
  /** Pixels; 24 by default. */
  size?: number;
  className?: string;
  /** For screen readers; without it the icon is decorative, beside a text. */
  label?: string;
}

/** An icon that is not in the common set, which is part of the first screen. */
export function Drawing({ path, size = 24, className, label }: LookProps & { path: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={path} />
    </svg>
  );
}

export const Icon = ({ name, ...look }: LookProps & { name: IconName }) => (
  <Drawing path={PATHS[name]} {...look} />
);
