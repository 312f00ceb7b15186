// Renders the operator's Markdown texts: notices and announcements.
import { Fragment, type ReactNode } from 'react';
import { type Block, type Inline, readMarkdown } from './markdown.ts';
import { PageLink } from './page-link.tsx';
import { Enlargeable } from './picture-gallery.tsx';
import { Picture } from './picture.tsx';

const LINK = 'font-medium underline decoration-amber decoration-2 underline-offset-3';

function Link({ href, children }: { href: string; children: ReactNode }) {
  if (href.startsWith('#'))
    return (
      <PageLink to={href.slice(1)} className={LINK}>
        {children}
      </PageLink>
    );
  return (
    <a href={href} className={LINK} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function Mark({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code className="rounded-md bg-wash px-1 py-0.5 text-sm">{part.text}</code>;
    case 'strong':
      return <strong>{inline(part.children)}</strong>;
    case 'em':
      return <em>{inline(part.children)}</em>;
    case 'link':
      return <Link href={part.href}>{inline(part.children)}</Link>;
  }
}

const inline = (parts: readonly Inline[]): ReactNode =>
  parts.map((part, at) => (
    <Fragment key={`mark ${at + 1}`}>
      <Mark part={part} />
    </Fragment>
  ));

function List({ ordered, items }: { ordered: boolean; items: Inline[][] }) {
  const Element = ordered ? 'ol' : 'ul';
  return (
    <Element className={ordered ? 'm-0 grid list-decimal gap-1.5 pl-6' : 'm-0 grid list-disc gap-1.5 pl-5'}>
      {items.map((item, at) => (
        <li key={`item ${at + 1}`}>{inline(item)}</li>
      ))}
    </Element>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h3' : 'h4';
      return <Heading className="m-0 pt-1 text-base font-semibold">{inline(block.children)}</Heading>;
    }
    case 'paragraph':
      return <p className="m-0">{inline(block.children)}</p>;
    case 'quote':
      return (
        <blockquote className="m-0 rounded-control border-l-4 border-amber bg-amber-wash px-4 py-3">
          {inline(block.children)}
        </blockquote>
      );
    case 'list':
      return <List ordered={block.ordered} items={block.items} />;
    case 'rule':
      return <hr className="my-1 w-full border-0 border-t border-line" />;
    case 'picture':
      return (
        <figure className="m-0 my-1">
          <Enlargeable src={block.src} alt={block.alt}>
            <Picture src={block.src} alt={block.alt} className="rounded-control" />
          </Enlargeable>
          {block.caption && <figcaption className="mt-1.5 text-xs text-muted">{block.caption}</figcaption>}
        </figure>
      );
  }
}

export function Markdown({ text }: { text: string }) {
  return (
    <div className="grid gap-3 text-base leading-relaxed wrap-anywhere">
      {readMarkdown(text).map((block, at) => (
        <BlockView key={`block ${at + 1}`} block={block} />
      ))}
    </div>
  );
}
