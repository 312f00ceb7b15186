// The published roots: the newest in full, earlier ones on demand.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNextPage } from '#api/next-page.ts';
import { timeWithin } from '#lib/time.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Copyable, CopyButton, Short } from '#ui/copy.tsx';
import { Fold } from '#ui/fold.tsx';
import { Missing, TryAgain } from '#ui/try-again.tsx';
import { Amounts } from './amounts.tsx';
import { rootsQuery } from './transparency.queries.ts';
import type { Books, Tree } from './transparency.rules.ts';

export function RootsCard({ books }: { books: Books }) {
  const { i18n } = useLingui();
  const { tree } = books;
  const next = timeWithin(books.nextTreeAt, i18n.locale);
  return (
    <Card title={<Trans>Published root</Trans>}>
      {tree === null ? (
        <p className="m-0 text-sm text-pretty">
          <Trans>The first one comes {next}.</Trans>
        </p>
      ) : (
        <>
          <Newest tree={tree} next={next} />
          <Earlier newest={tree} />
        </>
      )}
    </Card>
  );
}

function Newest({ tree, next }: { tree: Tree; next: string }) {
  const { t, i18n } = useLingui();
  const time = timeWithin(tree.asOf, i18n.locale);
  const sums = Object.entries(tree.sums).map(([coin, amount]) => ({ coin, amount }));
  return (
    <>
      <p className="m-0 text-sm text-balance text-muted">
        <Trans>
          As of {time}. Next: {next}.
        </Trans>
      </p>
      <p className="m-0 mt-1 flex items-center gap-1 rounded-control bg-wash py-1 pr-1 pl-3">
        <code className="min-w-0 grow text-xs break-all">
          <Copyable text={tree.root}>{tree.root}</Copyable>
        </code>
        <CopyButton text={tree.root} label={t`Copy the root`} />
      </p>
      <Fold title={<Plural value={tree.leaves} one="# account, in total" other="# accounts, in total" />}>
        <Amounts exact of={sums} className="text-sm" />
        <p className="m-0 mt-2 text-sm text-pretty text-muted">
          <Trans>Coins staked or bet are not in these balances.</Trans>
        </p>
        {tree.journal && <Journal {...tree.journal} />}
      </Fold>
    </>
  );
}

/** No entry up to this one can change without changing the hash. */
function Journal({ entry, hash }: NonNullable<Tree['journal']>) {
  const { t } = useLingui();
  return (
    <div className="mt-2 flex min-h-11 items-center justify-between gap-2">
      <span className="text-sm text-balance text-muted">
        <Trans>Ledger hash, up to entry {entry}</Trans>
      </span>
      <Short text={hash} label={t`Copy the hash of the ledger`} className="font-mono text-xs" />
    </div>
  );
}

function Earlier({ newest }: { newest: Tree }) {
  const { t, i18n } = useLingui();
  const roots = useInfiniteQuery(rootsQuery());
  const next = useNextPage(roots);
  const earlier = (roots.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ root }) => root !== newest.root,
  );
  if (earlier.length === 0 && !(roots.isError && !roots.data)) return null;
  return (
    <Fold className="border-t border-line" title={<Trans>Earlier roots</Trans>}>
      <ul className="m-0 list-none p-0">
        {earlier.map(({ root, asOf }) => {
          const time = timeWithin(asOf, i18n.locale);
          return (
            <li key={root + asOf} className="flex min-h-11 items-center justify-between gap-2">
              <time dateTime={asOf} className="figures text-xs text-balance text-muted">
                {time}
              </time>
              <Short text={root} label={t`Copy the root of ${time}`} className="font-mono text-xs" />
            </li>
          );
        })}
      </ul>
      <Missing of={roots} />
      {next.failed !== undefined ? (
        <TryAgain why={next.failed} onRetry={next.ask} />
      ) : (
        roots.hasNextPage && (
          <Button wide look="secondary" size="sm" busy={next.busy} onClick={next.ask}>
            <Trans>Show older</Trans>
          </Button>
        )
      )}
    </Fold>
  );
}
