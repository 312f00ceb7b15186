// Checks the user's own balance on this device: started by a tap, shown step by step, can be saved as a file.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { errorText, isRefusal } from '#api/errors.ts';
import { useOnline } from '#lib/online.ts';
import { dayOf } from '#rules/days.ts';
import { download } from '#lib/save-file.ts';
import { signedInAtom, walletAtom } from '#lib/session.ts';
import { timeWithin } from '#lib/time.ts';
import { ConnectButton } from '#ui/connect-button.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { copyText } from '#ui/copy.tsx';
import { Notice, OfflineNotice } from '#ui/notice.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Amounts } from './amounts.tsx';
import { Steps } from './steps.tsx';
import { checkQuery } from './transparency.queries.ts';
import { type Books, type Checked, isFine, proofText } from './transparency.rules.ts';

export function CheckCard({ books }: { books: Books }) {
  const signedIn = useAtomValue(signedInAtom);
  return (
    <Card tone="amber" title={<Trans>Is my balance counted?</Trans>}>
      {signedIn ? <Check books={books} /> : <Guest />}
    </Card>
  );
}

const Guest = () => (
  <>
    <p className="m-0 mb-3 text-sm text-pretty">
      <Trans>Connect your wallet to check your own balance.</Trans>
    </p>
    <ConnectButton />
  </>
);

function Check({ books }: { books: Books }) {
  const online = useOnline();
  const { address } = useAtomValue(walletAtom);
  const check = useQuery(checkQuery(address));
  const { data, error, isFetching } = check;
  return (
    <div className="grid gap-3">
      {!data && (
        <p className="m-0 text-sm text-pretty">
          <Trans>Your device checks your balances against the published root and your activity.</Trans>
        </p>
      )}
      <div role="status" className="grid gap-3 empty:hidden">
        {error && !isFetching && <Fault error={error} books={books} />}
        {data && !error && <Result checked={data} />}
      </div>
      {!online && <OfflineNotice />}
      <Button
        wide
        look={data && !error ? 'secondary' : 'primary'}
        busy={isFetching}
        disabled={!online}
        onClick={() => void check.refetch()}
      >
        {data || error ? <Trans>Check again</Trans> : <Trans>Check my balance</Trans>}
      </Button>
    </div>
  );
}

function Fault({ error, books }: { error: unknown; books: Books }) {
  const { i18n } = useLingui();
  const next = timeWithin(books.nextTreeAt, i18n.locale);
  if (!isRefusal(error, 'not_found'))
    return (
      <Notice tone="bad" icon="warn">
        {errorText(error)}
      </Notice>
    );
  return (
    <Notice tone="amber" icon="clock">
      <Trans>Your account is too new for this proof. Check again after the next one, {next}.</Trans>
    </Notice>
  );
}

function Result({ checked }: { checked: Checked }) {
  const { i18n } = useLingui();
  const fine = isFine(checked);
  const { balances } = checked.proof.leaf;
  const held = Object.entries(balances).map(([coin, amount]) => ({ coin, amount }));
  const time = timeWithin(checked.tree.asOf, i18n.locale);
  return (
    <>
      {fine ? (
        <Notice tone="good" icon="check">
          <b>
            <Trans>Your balance is counted</Trans>
          </b>
          <br />
          <Trans>Your device checked every step.</Trans>
        </Notice>
      ) : (
        <Notice tone="bad" icon="warn">
          <b>
            <Trans>This proof does not hold</Trans>
          </b>
          <br />
          <Trans>
            Nothing in your account changed. Check again in a moment. If it still fails, save the proof and
            contact us.
          </Trans>{' '}
          <PageLink to="/pages/contact/index" className="font-semibold underline">
            <Trans>Contact Us</Trans>
          </PageLink>
        </Notice>
      )}
      <div>
        <p className="m-0 text-sm text-muted">
          <Trans>Your balances as of {time}</Trans>
        </p>
        {held.length > 0 ? (
          <Amounts own exact of={held} className="mt-1 text-sm" />
        ) : (
          <p className="m-0 font-semibold">
            <Trans>No coins</Trans>
          </p>
        )}
      </div>
      <Steps checked={checked} />
      <Keep checked={checked} />
    </>
  );
}

function Keep({ checked }: { checked: Checked }) {
  const text = proofText(checked);
  const day = dayOf(Date.parse(checked.tree.asOf));
  const save = () => download(new Blob([text], { type: 'application/json' }), `adit-proof-${day}.json`);
  return (
    <div className="grid gap-2 min-[420px]:grid-cols-2">
      <Button look="secondary" size="sm" icon="download" onClick={save}>
        <Trans>Save proof</Trans>
      </Button>
      <Button look="secondary" size="sm" icon="copy" onClick={() => void copyText(text)}>
        <Trans>Copy proof</Trans>
      </Button>
    </div>
  );
}
