// The pictures that iOS shows while the installed app starts: one per screen size, since it accepts no other. The build
// writes their links into index.html, and tests/screens/manifest.ts creates the files.

/** Portrait screens of iPhones: width and height in CSS pixels, device pixel ratio. */
const SCREENS = [
  [375, 667, 2],
  [414, 896, 2],
  [375, 812, 3],
  [390, 844, 3],
  [393, 852, 3],
  [402, 874, 3],
  [414, 896, 3],
  [428, 926, 3],
  [430, 932, 3],
  [440, 956, 3],
] as const;

export const STARTUP = SCREENS.map(([width, height, scale]) => ({
  width: width * scale,
  height: height * scale,
  file: `startup/${width * scale}x${height * scale}.png`,
  media: `(device-width:${width}px) and (device-height:${height}px) and (-webkit-device-pixel-ratio:${scale}) and (orientation:portrait)`,
}));

export const startupLinks = (): string[] =>
  STARTUP.map(({ file, media }) => `<link rel="apple-touch-startup-image" href="/${file}" media="${media}">`);
