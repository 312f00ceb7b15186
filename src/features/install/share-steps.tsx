// The three steps on iPhone and iPad, each with a drawing of what is looked for there.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BRAND } from '#lib/brand.ts';
import { AddPicture, IconPicture, SharePicture } from './share-pictures.tsx';

const { name } = BRAND;

const Step = ({ number, picture, children }: { number: number; picture: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-4">
    {picture}
    <span className="text-pretty">
      <span className="figures mr-1.5 font-semibold text-amber-ink">{number}.</span>
      {children}
    </span>
  </li>
);

export const ShareSteps = () => (
  <>
    <ol className="m-0 mt-5 grid list-none gap-3 p-0 text-[15px]">
      <Step number={1} picture={<SharePicture />}>
        <Trans>Tap the share button of your browser. Newer ones keep it behind the three dots.</Trans>
      </Step>
      <Step number={2} picture={<AddPicture />}>
        <Trans>Scroll down and choose “Add to Home Screen”.</Trans>
      </Step>
      <Step number={3} picture={<IconPicture />}>
        <Trans>Tap “Add”. {name} now stands among your apps.</Trans>
      </Step>
    </ol>
    <p className="m-0 mt-4 text-sm text-pretty text-muted">
      <Trans>The app on the home screen begins signed out: connect your wallet there once.</Trans>
    </p>
  </>
);
