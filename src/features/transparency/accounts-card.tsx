// The system accounts: what each is for, and what it holds.
import { Trans, useLingui } from '@lingui/react/macro';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Amounts } from './amounts.tsx';
import { type Books, systemAccounts } from './transparency.rules.ts';
import { ACCOUNTS } from './transparency.words.ts';

export function AccountsCard({ books }: { books: Books }) {
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
              <p className="m-0 text-[15px] font-semibold">{words ? i18n._(words.name) : name}</p>
              {words && <p className="m-0 mt-0.5 text-[13px] text-pretty text-muted">{i18n._(words.text)}</p>}
              <Amounts of={holds} className="mt-1.5 text-sm" />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
