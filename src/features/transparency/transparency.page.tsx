// Transparency: what is owed and held per coin, the system accounts, the published roots, and the check of the user's
// own balance.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAway, useWaiting } from '#api/away.ts';
import { errorText } from '#api/errors.ts';
import { refreshShown } from '#api/queries.ts';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { DAILY_BUDGET, TOKEN_VALUE } from '#rules/figures.ts';
import { valueOf } from '#rules/mining.ts';
import { percentText } from '#lib/amounts.ts';
import { BRAND } from '#lib/brand.ts';
import { timeWithin } from '#lib/time.ts';
import { AsOf } from '#ui/as-of.tsx';
import { FailedView } from '#ui/failed-view.tsx';
import { HeroHead } from '#ui/hero-head.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { CheckCard } from './check-card.tsx';
import { RootsCard } from './roots-card.tsx';
import { booksQuery, fundQuery, indexQuery } from './transparency.queries.ts';
import { Amounts, useAmount } from './amounts.tsx';
import { type Asset, type Books, differenceOf, systemAccounts, usedAssets } from './transparency.rules.ts';
import { ACCOUNTS } from './transparency.words.ts';
import { Fold } from './fold.tsx';

const { symbol } = BRAND;

/** Each coin: what is owed to users, what is on the chain, and the difference. */
function CoinsCard({ books }: { books: Books }) {
  const { i18n } = useLingui();
  const readAt = books.custodyAt && timeWithin(books.custodyAt, i18n.locale);
  const used = usedAssets(books.assets);
  const owed = used.filter(({ liabilities }) => liabilities !== '0');
  const others = used.filter(({ liabilities }) => liabilities === '0');
  return (
    <Card title={<Trans>Owed and held</Trans>}>
      {owed.length === 0 && (
        <p className="m-0 mb-2 text-sm">
          <Trans>Nobody holds anything yet.</Trans>
        </p>
      )}
      <Coins assets={owed} isRead={readAt !== null} />
      {others.length > 0 && (
        <Fold title={<Trans>Coins that nobody holds</Trans>}>
          <Coins assets={others} isRead={readAt !== null} />
        </Fold>
      )}
      <p className="m-0 mt-3 text-sm text-pretty text-muted">
        {readAt === null ? (
          <Trans>
            The chain does not answer now, so that custody cannot be told. It is asked again by itself.
          </Trans>
        ) : (
          <Trans>
            Custody is what the operator's treasury and its paying wallet hold on the chain, read {readAt}.
            What is more than owed belongs to the accounts of the system. A deposit or payout may stand in one
            of the two columns a little earlier than in the other.
          </Trans>
        )}
      </p>
    </Card>
  );
}

const Coins = ({ assets, isRead }: { assets: readonly Asset[]; isRead: boolean }) => (
  <ul className="m-0 list-none divide-y divide-line p-0">
    {assets.map((asset) => (
      <Coin key={asset.coin} asset={asset} isRead={isRead} />
    ))}
  </ul>
);

function Coin({ asset, isRead }: { asset: Asset; isRead: boolean }) {
  const text = useAmount();
  const difference = differenceOf(asset);
  const short = difference?.startsWith('-') === true;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="m-0 flex items-center gap-2.5">
        <CoinIcon coin={asset.coin} size={28} />
        <span className="grow font-semibold">{asset.coin}</span>
        {difference === null ? (
          <Tag tone="quiet">{isRead ? <Trans>Not on this chain</Trans> : <Trans>Not known now</Trans>}</Tag>
        ) : (
          <Tag tone={short ? 'bad' : 'good'}>{short ? <Trans>Short</Trans> : <Trans>Covered</Trans>}</Tag>
        )}
      </p>
      <dl className="m-0 mt-2 grid grid-cols-1 gap-1 text-sm max-[359px]:text-xs">
        <Row name={<Trans>Owed to users</Trans>} value={text(asset.liabilities)} />
        <Row
          name={<Trans>Held on the chain</Trans>}
          value={asset.custody === null ? '–' : text(asset.custody)}
        />
        {difference !== null && (
          <Row name={<Trans>Difference</Trans>} value={text(difference)} tone={short ? 'text-garnet' : ''} />
        )}
        {asset.issued !== '0' && <Row name={<Trans>Ever issued</Trans>} value={text(asset.issued)} />}
      </dl>
    </li>
  );
}

const Row = ({
  name,
  value,
  tone = '',
}: {
  name: React.ReactNode;
  value: React.ReactNode;
  tone?: string;
}) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-muted">{name}</dt>
    <dd className={`figures m-0 max-w-3/4 shrink-0 text-right font-semibold wrap-break-word ${tone}`}>
      {value}
    </dd>
  </div>
);

/** For how long the repurchase fund lasts, and how much ADIT there is for it to buy. */
function FundCard({ books }: { books: Books }) {
  const { i18n } = useLingui();
  const text = useAmount();
  const part = percentText(Number(DAILY_BUDGET), i18n.locale);
  const fund = useQuery(fundQuery()).data?.fund;
  if (!fund) return null;
  const { runwayDays: days } = fund;
  const outstanding = books.assets.find(({ coin }) => coin === symbol)?.liabilities ?? '0';
  const value = fromUnits(valueOf(toUnits(outstanding), toUnits(TOKEN_VALUE)));
  return (
    <Card title={<Trans>Repurchase fund</Trans>}>
      <dl className="m-0 grid grid-cols-1 gap-1 text-sm max-[359px]:text-xs">
        <Row name={<Trans>It holds</Trans>} value={`${text(fund.balance)} USDT`} />
        <Row
          name={<Trans>Lasts, at the spending of the last 7 days</Trans>}
          value={
            days === null ? (
              <Trans>Nothing was spent</Trans>
            ) : (
              <Plural value={days} one="# day" other="# days" />
            )
          }
        />
        <Row name={<Trans>All {symbol} that users have</Trans>} value={text(outstanding)} />
        <Row name={<Trans>At the fixed value</Trans>} value={`${text(value)} USDT`} />
      </dl>
      <p className="m-0 mt-3 text-sm text-pretty text-muted">
        <Trans>
          The fund does not hold all of that. Each day it spends {part} of its balance and what comes in; what
          it does not hold, it cannot pay.
        </Trans>
      </p>
    </Card>
  );
}

/** How the tree works, and what it does not show. */
const HowCard = () => (
  <Card title={<Trans>How this can be checked</Trans>}>
    <ol className="m-0 grid list-decimal gap-2.5 pl-5 text-sm text-pretty marker:font-semibold">
      <li>
        <Trans>
          At midnight in Singapore every account's balances become a leaf: a hash (SHA-256) of the address,
          the balances and a secret number that only this account is told.
        </Trans>
      </li>
      <li>
        <Trans>
          Two neighbours are hashed together with the sums of both, again and again, until one hash is left:
          the root. It stands for every single balance and for what all of them are together.
        </Trans>
      </li>
      <li>
        <Trans>
          The root is published and stays. Your proof is the way from your leaf to it, and your device
          computes every step of it.
        </Trans>
      </li>
      <li>
        <Trans>
          If your balance were left out or made smaller, the way would end at another root, and you would see
          it.
        </Trans>
      </li>
    </ol>
    <p className="m-0 mt-3 text-sm text-pretty text-muted">
      <Trans>
        What it does not show: that others are in it too. Each can only check their own leaf, so it is worth
        as much as many people check. It says nothing about debts outside these books, and custody shows that
        the operator can move those coins, not that nobody has a claim on them. The sums of neighbours on your
        way are visible to you, as yours are to them, without names; the order of accounts is drawn anew for
        each tree.
      </Trans>
    </p>
  </Card>
);

/** The system accounts: what each is for, and what it holds. */
function AccountsCard({ books }: { books: Books }) {
  const { i18n } = useLingui();
  return (
    <Card title={<Trans>Accounts of the system</Trans>}>
      <Notice tone={books.ledgerBalanced ? 'good' : 'bad'} icon={books.ledgerBalanced ? 'check' : 'warn'}>
        {books.ledgerBalanced ? (
          <Trans>
            The books are balanced: for every coin the balances of all users and of the accounts below add up
            to zero. Nothing came from nowhere, nothing went missing between them.
          </Trans>
        ) : (
          <Trans>
            The books are not balanced: for at least one coin the balances of all users and of the accounts
            below do not add up to zero. The operator has to explain this.
          </Trans>
        )}
      </Notice>
      <ul className="m-0 mt-1 list-none gap-10 p-0 min-[720px]:columns-2">
        {systemAccounts(books.assets).map(({ name, holds }) => {
          const words = ACCOUNTS[name];
          return (
            <li key={name} className="break-inside-avoid border-b border-line py-3 last:border-0 last:pb-0">
              <p className="m-0 text-base font-semibold">{words ? i18n._(words.name) : name}</p>
              {words && <p className="m-0 mt-0.5 text-sm text-pretty text-muted">{i18n._(words.text)}</p>}
              <Amounts of={holds} className="mt-1.5 text-sm" />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

export function Page() {
  const { i18n } = useLingui();
  const books = useQuery(booksQuery());
  const index = useQuery(indexQuery());
  const away = useAway(books);
  const now = useNow(15_000);
  const [asked, setAsked] = useState(false);
  const refetch = () => {
    setAsked(true);
    void refreshShown().finally(() => setAsked(false));
  };
  const { data } = books;
  // Whether this is a demo is shown above all figures, so the page waits for it.
  if (useWaiting(books, index) || !data)
    return books.isError && !data ? (
      <>
        <Hero className="min-h-52" />
        <Body>
          <FailedView message={errorText(books.error)} onRetry={() => void books.refetch()} />
          <HowCard />
        </Body>
      </>
    ) : (
      <Loading />
    );
  const time = timeWithin(data.asOf, i18n.locale, now);
  return (
    <>
      <Hero>
        <HeroHead busy={asked} onRefresh={refetch} own={false}>
          <Trans>As of {time}</Trans>
        </HeroHead>
        <p className="m-0 mt-1 mb-2 max-w-130 text-lg font-semibold text-pretty">
          <Trans>What is owed to everybody, what is there for it, and a way to check both.</Trans>
        </p>
      </Hero>
      <Body columns>
        <div className="grid grid-cols-1 gap-3">
          {away && <AsOf asOf={data.asOf} />}
          {index.data?.demo === true && (
            <Notice>
              <Trans>
                This is a demo on a chain of its own. All coins here are play money, and custody shows that
                the page works, not that anything is worth something.
              </Trans>
            </Notice>
          )}
          <CheckCard books={data} />
          <CoinsCard books={data} />
          <FundCard books={data} />
        </div>
        <div className="grid grid-cols-1 gap-3">
          <HowCard />
          <RootsCard books={data} />
        </div>
        <div className="min-[720px]:col-span-2">
          <AccountsCard books={data} />
        </div>
      </Body>
    </>
  );
}

const Loading = () => (
  <PageLoading hero="min-h-52" lines={[6, 6]}>
    <Skeleton dark className="mt-3 h-4 w-32" />
    <Skeleton dark className="mt-4 h-6 w-full max-w-110" />
  </PageLoading>
);
