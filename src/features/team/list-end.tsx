// What stands below the last loaded row: more on their way, or a failed try with its way on.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { errorText } from '#api/errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { List } from './use-list.ts';

interface ListEndProps {
  list: Pick<List, 'hasMore' | 'moreError' | 'retry'>;
  skeleton: ReactNode;
}

export function ListEnd({ list: { hasMore, moreError, retry }, skeleton }: ListEndProps) {
  if (!hasMore) return null;
  if (!moreError) return <div className="mt-3">{skeleton}</div>;
  return (
    <Card className="mt-3 text-center">
      <p role="alert" className="m-0 text-sm text-pretty">
        {errorText(moreError)}
      </p>
      <Button look="secondary" size="sm" className="mt-3" onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    </Card>
  );
}
