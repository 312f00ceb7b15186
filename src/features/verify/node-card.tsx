// Where the chain is read from: the operator's node unless the user names another one.
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtom } from 'jotai';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Form } from '#ui/form.tsx';
import { nodeAtom } from './node.atoms.ts';
import { nodeAddressFault } from './verify.rules.ts';
import { privateNodeText } from './verify.words.ts';

interface NodeCardProps {
  /** The operator's node. */
  standard: string;
  busy: boolean;
  onAsk: () => void;
}

export function NodeCard({ standard, busy, onAsk }: NodeCardProps) {
  const { t } = useLingui();
  const [own, setOwn] = useAtom(nodeAtom);
  const url = own ?? standard;
  // Undefined while nothing is typed: the field then shows the node in use.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? url;
  const [refused, setRefused] = useState<string>();
  const submit = () => {
    const address = text.trim();
    if (nodeAddressFault(address)) return setRefused(text);
    setTyped(undefined);
    if (address === url) onAsk();
    else setOwn(address === standard ? null : address);
  };
  return (
    <Card title={<Trans>Blockchain node</Trans>}>
      <Form onSubmit={submit} className="grid gap-3">
        <Field
          label={<Trans>Address (JSON-RPC)</Trans>}
          value={text}
          onChange={setTyped}
          inputMode="url"
          placeholder={t`https://…`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={
            own === null ? (
              <Trans>This is the operator's node. You can use one you trust.</Trans>
            ) : (
              <Trans>Your choice, saved on this device.</Trans>
            )
          }
          error={
            refused === undefined || refused !== text ? undefined : nodeAddressFault(text.trim()) ===
              'private' ? (
              privateNodeText()
            ) : (
              <Trans>Enter an https:// address (http:// only for localhost).</Trans>
            )
          }
        />
        <div className="grid gap-2">
          <Button type="submit" look="dark" wide busy={busy} disabled={url === '' && text === ''}>
            {text.trim() === url ? <Trans>Check again</Trans> : <Trans>Use this node</Trans>}
          </Button>
          {own !== null && (
            <Button
              look="ghost"
              wide
              onClick={() => {
                setTyped(undefined);
                setOwn(null);
              }}
            >
              <Trans>Use default</Trans>
            </Button>
          )}
        </div>
      </Form>
      <p className="m-0 mt-3 text-sm text-pretty text-muted">
        <Trans>
          Your device asks the node directly. The node sees your network address and the blocks you check.
        </Trans>
      </p>
    </Card>
  );
}
