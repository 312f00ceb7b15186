-- Searching announcements.

-- Parts (article_parts) of every text that contains these words, in lower case. One or two characters are the beginning of a part. Of long
-- words, at most ten parts, evenly spread: a part that is in every text costs as much as a rare one (19 parts of 100,000 texts: 5 ms), and
-- what a few parts find is compared with the words anyway.
create function adit.article_sought(lang text, words text) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || replace(replace(lang || ' ' || substr(words, at, 3), '\', '\\'), '''', '''''') || ''''
    || case when length(words) < 3 then ':*' else '' end, ' & ')::tsquery
  from generate_series(1, greatest(length(words) - 2, 1), 1 + length(words) / 10) at
$$;
