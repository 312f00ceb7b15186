-- Searching announcements: what the readers of each language see, in lower case, and an index of its parts.

-- Rows of one language and one announcement, drafts included. Triggers keep it, so that what a server of the previous release writes is
-- found too.
create table article_shown (
  -- the readers', not always the text's
  lang text not null,
  article_id bigint not null references articles (id) on delete cascade,
  published_at timestamptz(3),
  title text not null,
  summary text not null,
  primary key (article_id, lang)
);
create index article_shown_latest on article_shown (lang, published_at desc, article_id desc);

-- The languages of readers (src/contract/languages.ts), and the one text that each gets (`textShown`).
create function article_shown_of(p_ids bigint[]) returns setof article_shown language sql stable as $$
  select reader, a.id, a.published_at, lower(t.title), lower(t.summary)
  from articles a, unnest(array['en', 'ja', 'th', 'vi', 'zh-Hans', 'zh-TW']) reader, lateral (
    select title, summary from article_texts where article_id = a.id and lang in (reader, 'zh-Hans', 'en')
    order by lang = reader desc, lang = 'zh-Hans' desc limit 1
  ) t
  where a.id = any(p_ids)
$$;

-- Locks the announcements: of two who write texts of one at a time, the second sees the first one's.
create function article_texts_changed() returns trigger language plpgsql as $$
declare ids bigint[] := array(select distinct article_id from changed);
begin
  perform from articles where id = any(ids) order by id for no key update;
  delete from article_shown where article_id = any(ids);
  insert into article_shown select * from article_shown_of(ids);
  return null;
end $$;
create trigger article_texts_added after insert on article_texts referencing new table as changed
  for each statement execute function article_texts_changed();
create trigger article_texts_edited after update on article_texts referencing new table as changed
  for each statement execute function article_texts_changed();
create trigger article_texts_removed after delete on article_texts referencing old table as changed
  for each statement execute function article_texts_changed();

create function articles_changed() returns trigger language plpgsql as $$
begin
  update article_shown s set published_at = c.published_at from changed c
  where s.article_id = c.id and s.published_at is distinct from c.published_at;
  return null;
end $$;
create trigger articles_edited after update on articles referencing new table as changed
  for each statement execute function articles_changed();

insert into article_shown select * from article_shown_of(array(select id from articles));

-- Every three characters in a row, with the readers' language; fewer at the end of a text.
create function article_parts(lang text, title text, summary text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array(select lang || ' ' || substr(title, at, 3) from generate_series(1, length(title)) at)
    || array(select lang || ' ' || substr(summary, at, 3) from generate_series(1, length(summary)) at))
$$;

-- Parts of every text that has these words, in lower case, somewhere. One or two characters are the beginning of a part. Of long words
-- 24 at most: each costs as much as the first, and few are enough.
create function article_query(lang text, words text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(lang || ' ' || substr(words, at, 3), '\', '\\'), '''', '''''') || ''''
    || case when length(words) < 3 then ':*' else '' end, ' & ')::tsquery
  from generate_series(1, greatest(length(words) - 2, 1), 1 + length(words) / 25) at
$$;

-- Written at once, not collected in a list that every search would read: announcements are few.
create index article_shown_parts on article_shown using gin (article_parts(lang, title, summary)) with (fastupdate = off);
