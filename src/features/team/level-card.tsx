// The team level: where the account stands, how far it is to the next level, and what a level means and does not mean.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { openText } from '#lib/amounts.ts';
import { Card, Tag } from '#ui/card.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress.tsx';
import type { Levels } from './team.rules.ts';

/** A level of the account; the levels of members are worded apart from it. */
const Step = ({ step }: { step: number }) => <Trans>Level {step}</Trans>;

export function LevelCard({ levels: { level, levels, next, validUsers, progress } }: { levels: Levels }) {
  const { t, i18n } = useLingui();
  const count = (number: number) => openText(String(number), i18n.locale);
  const [valid, needed, nextLevel] = [count(validUsers), count(next?.requiredValidUsers ?? 0), next?.level];
  return (
    <Card
      title={t`Team level`}
      aside={
        <Tag tone={level > 0 ? 'good' : 'quiet'}>{level > 0 ? <Step step={level} /> : t`No level yet`}</Tag>
      }
    >
      <ProgressBar share={progress} label={t`Progress to the next team level`} />
      <p className="m-0 mt-2 text-sm">
        {next ? (
          <Trans>
            {valid} of {needed} valid users for level {nextLevel}
          </Trans>
        ) : (
          <Plural
            value={validUsers}
            one="The highest level, with # valid user"
            other="The highest level, with # valid users"
          />
        )}
      </p>
      <ol className="m-0 mt-3 flex list-none gap-2 p-0">
        {levels.map(({ level: step, requiredValidUsers }) => {
          const reached = step <= level;
          return (
            <li
              key={step}
              className={cx(
                'min-w-0 flex-1 rounded-control px-1 py-2.5 text-center',
                reached ? 'bg-malachite-wash text-malachite' : 'bg-wash',
              )}
            >
              <span className="flex items-center justify-center gap-1 text-sm font-semibold whitespace-nowrap">
                {reached && <Icon name="check" size={16} label={t`Reached`} />}
                <Step step={step} />
              </span>
              <span className={cx('figures block text-xs text-balance', !reached && 'text-muted')}>
                <Plural value={requiredValidUsers} one="# valid user" other="# valid users" />
              </span>
            </li>
          );
        })}
      </ol>
      <p className="m-0 mt-3 text-[13px] text-pretty text-muted">
        <Trans>
          A valid user is somebody you invited yourself whose verification is approved. The team level only
          says how many they are: it changes no rate and no payout. The levels of members are another thing:
          they say how far below you somebody joined.
        </Trans>
      </p>
    </Card>
  );
}
