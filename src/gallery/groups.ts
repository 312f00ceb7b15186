// The groups of the gallery in list order; the name is the address after the hash.
import type { FunctionComponent } from 'react';
import { Page as Absence } from './absence.page.tsx';
import { Page as Buttons } from './buttons.page.tsx';
import { Page as Cards } from './cards.page.tsx';
import { Page as Colours } from './colours.page.tsx';
import { Page as Fields } from './fields.page.tsx';
import { Page as Figures } from './figures.page.tsx';
import { Page as Games } from './games.page.tsx';
import { Page as Gestures } from './gestures.page.tsx';
import { Page as Heroes } from './heroes.page.tsx';
import { Page as Icons } from './icons.page.tsx';
import { Page as Notices } from './notices.page.tsx';
import { Page as Pictures } from './pictures.page.tsx';
import { Page as Sheets } from './sheets.page.tsx';
import { Page as Type } from './type.page.tsx';

export const groups: Record<string, FunctionComponent> = {
  colours: Colours,
  type: Type,
  icons: Icons,
  buttons: Buttons,
  fields: Fields,
  cards: Cards,
  notices: Notices,
  figures: Figures,
  games: Games,
  heroes: Heroes,
  absence: Absence,
  sheets: Sheets,
  pictures: Pictures,
  gestures: Gestures,
};
