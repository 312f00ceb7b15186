// When playing is no longer fun: how one notices, and who helps without asking anything for it.
import { Trans } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { PageLink } from '#ui/page-link.tsx';

/** Both are free, in many countries and languages, and have nothing to do with this service. */
const HELP = [
  { name: 'Gambling Therapy', url: 'https://www.gamblingtherapy.org/' },
  { name: 'Gamblers Anonymous', url: 'https://gamblersanonymous.org/' },
] as const;

export function HelpCard() {
  return (
    <Card title={<Trans>When it is no longer fun</Trans>}>
      <div className="grid gap-3 text-sm text-pretty">
        <ul className="m-0 grid list-disc gap-1.5 pl-5">
          <li>
            <Trans>You bet to win back what you have lost.</Trans>
          </li>
          <li>
            <Trans>You bet what you need for something else.</Trans>
          </li>
          <li>
            <Trans>You keep it from people who are close to you.</Trans>
          </li>
        </ul>
        <p className="m-0">
          <Trans>
            Then a pause is a good beginning, and talking to somebody helps most. These are independent of us,
            cost nothing and ask for no name:
          </Trans>
        </p>
        <ul className="m-0 list-none p-0">
          {HELP.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer noopener"
                className="flex min-h-11 items-center gap-2 font-medium text-ink underline underline-offset-4"
              >
                <Icon name="link" size={18} className="shrink-0 text-muted" />
                <span lang="en">{name}</span>
              </a>
            </li>
          ))}
        </ul>
        <p className="m-0 text-[13px] text-muted">
          <Trans>
            A pause is kept by the server and holds in every browser that your wallet signs in with. If
            something is unclear,{' '}
            <PageLink to="/pages/contact/index" className="font-medium underline underline-offset-4">
              write to us
            </PageLink>
            .
          </Trans>
        </p>
      </div>
    </Card>
  );
}
