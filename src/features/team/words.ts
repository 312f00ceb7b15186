// Texts for the sources of team earnings.
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { IconName } from '#ui/icon.tsx';
import type { Earning } from './team.rules.ts';

export const SOURCES: Record<Earning['source'], { name: MessageDescriptor; icon: IconName }> = {
  staking: { name: msg`Staking yields`, icon: 'staking' },
  race: { name: msg`Race stakes`, icon: 'race' },
};
