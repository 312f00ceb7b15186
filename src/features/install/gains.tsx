// What a person has of the app on the home screen, in three short lines.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '#ui/icon.tsx';

const Gain = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <Icon name={icon} size={22} className="mt-0.5 shrink-0 text-malachite" />
    <span className="text-pretty">{children}</span>
  </li>
);

export const Gains = () => (
  <ul className="m-0 grid list-none gap-3 p-0 text-[15px]">
    <Gain icon="offline">
      <Trans>It opens without a network and shows your last figures.</Trans>
    </Gain>
    <Gain icon="bell">
      <Trans>It can remind you when your miner is done, also while it is closed.</Trans>
    </Gain>
    <Gain icon="home">
      <Trans>It starts from its own icon. You remove it like any other app.</Trans>
    </Gain>
  </ul>
);
