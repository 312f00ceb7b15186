// Transparency: what is owed and held per coin, the system accounts, the published roots, and the check of the user's
// own balance.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAway, useWaiting } from '#api/away.ts';
import { cached } from '#api/queries.ts';
import { HeroHead } from '#actions/hero-head.tsx';
import { fromUnits, toUnits } from '#rules/amounts.ts';
import { DAILY_BUDGET, TOKEN_VALUE } from '#rules/figures.ts';
import { valueOf } from '#rules/mining.ts';
import { percentText } from '#lib/percent.ts';
import { BRAND } from '#lib/brand.ts';
import { timeWithin } from '#lib/time.ts';
import { AsOf } from '#ui/as-of.tsx';
import { Absent } from '#ui/failed-view.tsx';
import { Fold } from '#ui/fold.tsx';
import { Body, Hero } from '#ui/hero.tsx';
import { Notice } from '#ui/notice.tsx';
import { useNow } from '#ui/now.ts';
import { PageLoading } from '#ui/page-loading.tsx';
import { Skeleton } from '#ui/views.tsx';
import { Card, Tag } from '#ui/card.tsx';
import { CoinIcon } from '#ui/coin-icon.tsx';
import { CheckCard } from './check-card.tsx';
import { RootsCard } from './roots-card.tsx';
import { booksQuery, fundQuery, rootsQuery } from './transparency.queries.ts';
import { Amounts, useAmount } from './amounts.tsx';
import { type Asset, type Books, differenceOf, systemAccounts, usedAssets } from './transparency.rules.ts';
import { ACCOUNTS } from './transparency.words.ts';

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
        <Fold title={<Trans>Coins nobody holds</Trans>}>
          <Coins assets={others} isRead={readAt !== null} />
        </Fold>
      )}
      {readAt === null ? (
        <p className="m-0 mt-3 text-sm text-pretty text-muted">
          <Trans>The chain isn't answering right now. We'll keep trying.</Trans>
        </p>
      ) : (
        <Fold
          explains
          className="mt-1 -mb-2"
          title={
            <span className="text-sm text-muted">
              <Trans>Chain read {readAt}</Trans>
            </span>
          }
        >
          <Trans>
            Coins beyond what is owed belong to the system accounts. A deposit or withdrawal under way can
            show on one side first.
          </Trans>
        </Fold>
      )}
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
          <Tag tone="quiet">{isRead ? <Trans>Not on this chain</Trans> : <Trans>Unknown</Trans>}</Tag>
        ) : (
          <Tag tone={short ? 'bad' : 'good'}>{short ? <Trans>Short</Trans> : <Trans>Covered</Trans>}</Tag>
        )}
      </p>
      <dl className="m-0 mt-2 grid gap-1 text-sm max-[359px]:text-sm">
        <Row name={<Trans>Owed</Trans>} value={text(asset.liabilities)} />
        <Row name={<Trans>On chain</Trans>} value={asset.custody === null ? '–' : text(asset.custody)} />
        {short && <Row name={<Trans>Missing</Trans>} value={text(difference)} tone="text-garnet" />}
        {asset.issued !== '0' && <Row name={<Trans>Issued so far</Trans>} value={text(asset.issued)} />}
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
  <div className="flex flex-wrap items-baseline gap-x-3">
    <dt className="text-muted">{name}</dt>
    <dd className={`figures m-0 ml-auto max-w-full text-right font-semibold wrap-break-word ${tone}`}>
      {value}
    </dd>
  </div>
);

/** How long the repurchase fund lasts, and how much ADIT there is for it to buy. */
function FundCard({ books }: { books: Books | undefined }) {
  const { i18n } = useLingui();
  const text = useAmount();
  const part = percentText(Number(DAILY_BUDGET), i18n.locale);
  const asked = useQuery(fundQuery());
  if (!asked.data) return <Absent of={asked} lines={6} />;
  const { fund } = asked.data;
  const { runwayDays: days } = fund;
  const outstanding = books?.assets.find(({ coin }) => coin === symbol)?.liabilities ?? '0';
  const value = fromUnits(valueOf(toUnits(outstanding), toUnits(TOKEN_VALUE)));
  return (
    <Card title={<Trans>Repurchase fund</Trans>}>
      <dl className="m-0 grid gap-1 text-sm max-[359px]:text-sm">
        <Row name={<Trans>Balance</Trans>} value={`${text(fund.balance)} USDT`} />
        <Row
          name={<Trans>Lasts at this week's pace</Trans>}
          value={
            days === null ? <Trans>Nothing spent</Trans> : <Plural value={days} one="# day" other="# days" />
          }
        />
        {books && (
          <>
            <Row name={<Trans>{symbol} held by users</Trans>} value={text(outstanding)} />
            <Row name={<Trans>Their fixed value</Trans>} value={`${text(value)} USDT`} />
          </>
        )}
      </dl>
      <p className="m-0 mt-3 text-sm text-pretty text-muted">
        <Trans>
          The fund can't buy it all at once. It spends {part} of its balance a day, plus what comes in.
        </Trans>
      </p>
    </Card>
  );
}

/** How the tree works, and what it does not show. */
const HowCard = () => (
  <Card className="py-2.5!">
    <Fold title={<Trans>How the proof works</Trans>}>
      <ol className="m-0 grid list-decimal gap-2 pb-2 pl-5 text-sm text-pretty marker:font-semibold">
        <li>
          <Trans>
            At midnight in Singapore, each account becomes a leaf: a hash (SHA-256) of its address, balances
            and a secret number only that account gets.
          </Trans>
        </li>
        <li>
          <Trans>
            Leaves are hashed in pairs, adding up their balances, until one hash is left: the root. It stands
            for every balance and the total.
          </Trans>
        </li>
        <li>
          <Trans>
            The root is published for good. Your device recomputes the path from your leaf to it. If your
            balance were left out or reduced, the root would differ.
          </Trans>
        </li>
      </ol>
    </Fold>
    <Fold title={<Trans>What it can't show</Trans>}>
      <p className="m-0 pb-2 text-sm text-pretty text-muted">
        <Trans>
          You can only check your own leaf, so it takes many people checking. It says nothing about debts
          outside these books. The operator can move coins on chain, and others may have a right to them. You
          see your neighbours' sums on the path, and they see yours, without names.
        </Trans>
      </p>
    </Fold>
  </Card>
);

/** The system accounts: what each is for, and what it holds. */
function AccountsCard({ books }: { books: Books }) {
  const { i18n } = useLingui();
  return (
    <Card title={<Trans>System accounts</Trans>}>
      <Notice tone={books.ledgerBalanced ? 'good' : 'bad'} icon={books.ledgerBalanced ? 'check' : 'warn'}>
        {books.ledgerBalanced ? (
          <Trans>Every coin adds up to zero across all accounts.</Trans>
        ) : (
          <Trans>At least one coin doesn't add up to zero across all accounts. Ask the operator why.</Trans>
        )}
      </Notice>
      <ul className="m-0 mt-1 list-none gap-10 p-0 min-[720px]:columns-2">
        {systemAccounts(books.assets).map(({ name, holds }) => {
          const words = ACCOUNTS[name];
          return (
            <li
              key={name}
              className="break-inside-avoid border-b border-line pt-1 pb-3 last:border-0 last:pb-0"
            >
              {words ? (
                <Fold explains title={<span className="font-semibold">{i18n._(words.name)}</span>}>
                  {i18n._(words.text)}
                </Fold>
              ) : (
                <p className="m-0 py-2.5 font-semibold">{name}</p>
              )}
              <Amounts of={holds} className="text-sm" />
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
  const index = useQuery(cached('GET /api/index'));
  const fund = useQuery(fundQuery());
  const roots = useInfiniteQuery(rootsQuery());
  const away = useAway(books);
  const now = useNow(15_000);
  const { data } = books;
  // Each part has others below it, so the page waits for all of them.
  if (useWaiting(books, index, fund, roots) || !data)
    return books.isError && !data ? (
      <>
        <Hero className="min-h-52" />
        <Body>
          <Absent of={books} />
          <FundCard books={undefined} />
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
        <HeroHead own={false}>
          <Trans>As of {time}</Trans>
        </HeroHead>
        <p className="m-0 mt-1 mb-2 max-w-130 text-lg font-semibold text-pretty">
          <Trans>What users own, what backs it, and how to check.</Trans>
        </p>
      </Hero>
      <Body columns>
        <div className="grid gap-3">
          {away && <AsOf asOf={data.asOf} />}
          {index.data?.demo === true && (
            <Notice>
              <Trans>This is a demo. All coins here are play money.</Trans>
            </Notice>
          )}
          <CheckCard books={data} />
          <CoinsCard books={data} />
        </div>
        <div className="grid gap-3">
          <FundCard books={data} />
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
