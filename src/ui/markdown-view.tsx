// Draws Markdown texts of the operator: notices and announcements.
import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, readMarkdown } from './markdown.ts';

const inline = (parts: Inline[]): ReactNode =>
  parts.map((part, at) => {
    const key = `${at} ${part.kind}`;
    if (part.kind === 'text') return <Fragment key={key}>{part.text}</Fragment>;
    if (part.kind === 'strong') return <strong key={key}>{inline(part.children)}</strong>;
    if (part.kind !== 'link') return <em key={key}>{inline(part.children)}</em>;
    const outside = !part.href.startsWith('#');
    return (
      <a
        key={key}
        href={part.href}
        className="font-medium underline decoration-amber decoration-2 underline-offset-3"
        {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
      >
        {inline(part.children)}
      </a>
    );
  });

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') {
    const Heading = block.level === 2 ? 'h3' : 'h4';
    return <Heading className="m-0 pt-1 text-base font-semibold">{inline(block.children)}</Heading>;
  }
  if (block.kind === 'paragraph') return <p className="m-0">{inline(block.children)}</p>;
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={block.ordered ? 'm-0 grid list-decimal gap-1 pl-6' : 'm-0 grid list-disc gap-1 pl-5'}>
      {block.items.map((item, at) => (
        <li key={`item ${at + 1}`}>{inline(item)}</li>
      ))}
    </List>
  );
}

export function Markdown({ text }: { text: string }) {
  return (
    <div className="grid gap-3 text-[15px] leading-relaxed wrap-anywhere">
      {readMarkdown(text).map((block, at) => (
        <BlockView key={`block ${at + 1}`} block={block} />
      ))}
    </div>
  );
}
