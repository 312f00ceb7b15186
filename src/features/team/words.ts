// Texts for the sources of team earnings, and the names of team levels.
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { IconName } from '#ui/icon.tsx';
import type { Earning } from './team.rules.ts';

export const SOURCES: Record<Earning['source'], { name: MessageDescriptor; icon: IconName }> = {
  staking: { name: msg`Staking`, icon: 'staking' },
  race: { name: msg`Race`, icon: 'race' },
};

/** Of levels 1 to 3; the members' levels have numbers. */
const LEVEL_NAMES = [msg`Prospector`, msg`Foreman`, msg`Mine captain`];

export const levelName = (level: number): MessageDescriptor => LEVEL_NAMES[level - 1] ?? msg`Level ${level}`;
