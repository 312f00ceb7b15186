-- The entries that belong to the beginning of a transaction's hash or of a recipient's address, in lower case. Of
-- hashes and of addresses a hundred each at most: four digits of them leave a handful even of a million. Of a recipient as many
-- entries as a page needs, after p_low and up to p_upto. Only walks indexes in their order, whatever the
-- statistics suggest.
create function adit.history_references(
  p_user bigint, p_begin text, p_coin text, p_low bigint, p_upto bigint, p_limit int
) returns bigint[] language plpgsql stable
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set plan_cache_mode = force_generic_plan as $$
declare
  v_end text := p_begin || 'g';
  v_address text := '';
  v_coins text[] := case when p_coin is null then adit.ledger_coins(p_user) else array[p_coin] end;
  v_found bigint[];
begin
  v_found := array(
    select journal_id from deposits
    where user_id = p_user and tx_hash collate "C" >= p_begin and tx_hash collate "C" < v_end
    order by tx_hash collate "C" limit 100
  ) || array(
    select journal_id from payouts
    where user_id = p_user and tx_hash collate "C" >= p_begin and tx_hash collate "C" < v_end
    order by tx_hash collate "C" limit 100
  );
  for n in 1..100 loop
    select lower(address) into v_address from payouts
      where user_id = p_user and lower(address) collate "C" >= p_begin and lower(address) collate "C" < v_end
        and lower(address) collate "C" > v_address
      order by lower(address) collate "C" limit 1;
    exit when not found;
    v_found := v_found || array(
      select p.journal_id from unnest(v_coins) as c (coin) cross join lateral (
        select journal_id from payouts
        where user_id = p_user and lower(address) collate "C" = v_address and coin = c.coin
          and -journal_id < -p_low and -journal_id >= -p_upto
        order by -journal_id limit p_limit
      ) p
    );
  end loop;
  return v_found;
end $$;
