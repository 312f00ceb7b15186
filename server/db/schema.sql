-- All tables, and the heads of all functions, whose text is in the .sql files beside their features.
-- Written by `npm run schema` from a new database, for people and for audits, which compare a database with it.

create table article_seeds (
  slug text not null,
  constraint article_seeds_pkey PRIMARY KEY (slug)
);

create table article_shown (
  lang text not null,
  article_id bigint not null,
  published_at timestamp(3) with time zone,
  title text not null,
  summary text not null,
  constraint article_shown_pkey PRIMARY KEY (article_id, lang),
  constraint article_shown_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE
);
CREATE INDEX article_shown_latest ON article_shown (lang, published_at DESC, article_id DESC);
CREATE INDEX article_shown_parts ON article_shown USING gin (article_parts(lang, title, summary)) WITH (fastupdate=off);

create table article_texts (
  article_id bigint not null,
  lang text not null,
  title text not null,
  summary text not null,
  body text not null,
  constraint article_texts_pkey PRIMARY KEY (article_id, lang),
  constraint article_texts_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE
);
CREATE TRIGGER article_texts_added AFTER INSERT ON article_texts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION article_texts_changed();
CREATE TRIGGER article_texts_edited AFTER UPDATE ON article_texts REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION article_texts_changed();
CREATE TRIGGER article_texts_removed AFTER DELETE ON article_texts REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION article_texts_changed();

create table articles (
  id bigint generated always as identity not null,
  slug text not null,
  pinned boolean default false not null,
  cover text,
  published_at timestamp(3) with time zone,
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_slug_key UNIQUE (slug)
);
CREATE INDEX articles_latest ON articles (published_at DESC, id DESC);
CREATE INDEX articles_pinned ON articles (published_at DESC, id DESC) WHERE pinned;
CREATE TRIGGER articles_edited AFTER UPDATE ON articles REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION articles_changed();

create table banners (
  id bigint generated always as identity not null,
  "position" integer not null,
  image text not null,
  article_id bigint not null,
  constraint banners_pkey PRIMARY KEY (id),
  constraint banners_article_id_fkey FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE
);
CREATE INDEX banners_of_article ON banners (article_id);

create table books_audits (
  one integer default 1 not null,
  begun_at timestamptz default '1970-01-01 00:00:00+00'::timestamptz not null,
  from_id bigint not null,
  audited_id bigint not null,
  complete_at timestamptz default '1970-01-01 00:00:00+00'::timestamptz not null,
  constraint books_audits_pkey PRIMARY KEY (one),
  constraint books_audits_one_check CHECK ((one = 1))
);

create table buyback_days (
  day date not null,
  opening numeric(38,0) not null,
  paid_before numeric(38,0) not null,
  constraint buyback_days_pkey PRIMARY KEY (day),
  constraint buyback_days_opening_check CHECK ((opening >= (0)::numeric)),
  constraint buyback_days_paid_before_check CHECK ((paid_before >= (0)::numeric))
);

create table chain_alerts (
  id bigint generated always as identity not null,
  kind text not null,
  key text not null,
  detail text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  cleared_by text,
  constraint chain_alerts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX chain_alerts_open ON chain_alerts (kind, key) WHERE (cleared_at IS NULL);

create table chain_cursor (
  name text not null,
  number bigint not null,
  hash text not null,
  constraint chain_cursor_pkey PRIMARY KEY (name),
  constraint chain_cursor_hash_check CHECK ((hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint chain_cursor_number_check CHECK ((number >= 0))
);

create table coin_settings (
  coin text not null,
  name text not null,
  value text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  constraint coin_settings_pkey PRIMARY KEY (coin, name)
);

create table coupon_tries (
  who text not null,
  at timestamptz not null
);
CREATE INDEX coupon_tries_by_time ON coupon_tries (at);
CREATE INDEX coupon_tries_by_who ON coupon_tries (who, at);

create table coupon_uses (
  coupon_id bigint not null,
  user_id bigint not null,
  id bigint generated always as identity not null,
  at timestamptz not null,
  journal_id bigint,
  constraint coupon_uses_pkey PRIMARY KEY (coupon_id, user_id),
  constraint coupon_uses_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id),
  constraint coupon_uses_id_key UNIQUE (id),
  constraint coupon_uses_journal_id_key UNIQUE (journal_id),
  constraint coupon_uses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX coupon_uses_by_coupon ON coupon_uses (coupon_id, id);
CREATE INDEX coupon_uses_by_user ON coupon_uses (user_id, id);

create table coupons (
  id bigint generated always as identity not null,
  code text not null,
  coin text,
  amount numeric(38,0),
  hashrate numeric(38,0),
  uses_limit integer,
  used integer default 0 not null,
  expires_at timestamptz,
  made_at timestamptz not null,
  made_by text not null,
  closed_at timestamptz,
  note text,
  constraint coupons_pkey PRIMARY KEY (id),
  constraint coupons_amount_check CHECK ((amount > (0)::numeric)),
  constraint coupons_check CHECK (((coin IS NULL) = (amount IS NULL))),
  constraint coupons_check1 CHECK (((amount IS NOT NULL) OR (hashrate IS NOT NULL))),
  constraint coupons_check2 CHECK ((used <= uses_limit)),
  constraint coupons_code_check CHECK ((code ~ '^[A-Z0-9-]{1,20}$'::text)),
  constraint coupons_code_key UNIQUE (code),
  constraint coupons_hashrate_check CHECK ((hashrate > (0)::numeric)),
  constraint coupons_used_check CHECK ((used >= 0)),
  constraint coupons_uses_limit_check CHECK ((uses_limit > 0))
);

create table data_exports (
  user_id bigint not null,
  times timestamptz[] not null,
  constraint data_exports_pkey PRIMARY KEY (user_id),
  constraint data_exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table deleted_accounts (
  user_id bigint not null,
  deleted_at timestamptz not null,
  address_mark bytea not null,
  uid_mark bytea,
  constraint deleted_accounts_pkey PRIMARY KEY (user_id),
  constraint deleted_accounts_address_mark_check CHECK ((octet_length(address_mark) = 32)),
  constraint deleted_accounts_uid_mark_check CHECK ((octet_length(uid_mark) = 32)),
  constraint deleted_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX deleted_accounts_by_address ON deleted_accounts (address_mark);
CREATE INDEX deleted_accounts_by_time ON deleted_accounts (deleted_at);
CREATE INDEX deleted_accounts_by_uid ON deleted_accounts (uid_mark) WHERE (uid_mark IS NOT NULL);

create table deposits (
  tx_hash text not null,
  ordinal integer not null,
  coin text not null,
  amount numeric(38,0) not null,
  from_address text not null,
  user_id bigint,
  block_number bigint not null,
  block_hash text not null,
  journal_id bigint not null,
  credited_at timestamptz not null,
  assigned text,
  constraint deposits_pkey PRIMARY KEY (tx_hash, ordinal),
  constraint deposits_amount_check CHECK ((amount > (0)::numeric)),
  constraint deposits_check CHECK (((user_id IS NOT NULL) OR (assigned IS NULL))),
  constraint deposits_ordinal_check CHECK ((ordinal >= 0)),
  constraint deposits_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint deposits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX deposits_by_block ON deposits (block_number);
CREATE INDEX deposits_by_hash ON deposits (user_id, tx_hash COLLATE "C") WHERE (user_id IS NOT NULL);
CREATE INDEX deposits_unclaimed ON deposits (from_address) WHERE (user_id IS NULL);

create table devices (
  id text not null,
  user_id bigint not null,
  public_key bytea not null,
  name text not null,
  scope text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint devices_pkey PRIMARY KEY (id),
  constraint devices_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint devices_public_key_check CHECK ((octet_length(public_key) = 64)),
  constraint devices_scope_check CHECK ((scope = ANY (ARRAY['full'::text, 'claim'::text]))),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX devices_by_use ON devices (last_used_at);
CREATE INDEX devices_by_user ON devices (user_id, last_used_at);

create table draws (
  id text not null,
  game text not null,
  draws_at timestamptz not null,
  rule text not null,
  seed_hash text not null,
  sealed_seed bytea not null,
  wanted boolean default false not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  tried_at timestamptz,
  reason text,
  from_block bigint,
  block_number bigint,
  block_hash text,
  tx_hash text,
  seed text,
  hash text,
  finished_at timestamptz,
  constraint draws_pkey PRIMARY KEY (id),
  constraint draws_block_hash_check CHECK ((block_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint draws_check CHECK ((block_number >= from_block)),
  constraint draws_check1 CHECK ((id ~~ (game || ':%'::text))),
  constraint draws_check2 CHECK (
CASE state
    WHEN 'drawn'::text THEN (num_nulls(from_block, block_number, block_hash, tx_hash, seed, hash, finished_at) = 0)
    WHEN 'void'::text THEN ((num_nonnulls(block_number, seed, hash) = 0) AND (finished_at IS NOT NULL))
    ELSE (num_nonnulls(block_number, seed, hash, finished_at) = 0)
END),
  constraint draws_game_check CHECK ((game = ANY (ARRAY['race'::text, 'lottery'::text]))),
  constraint draws_hash_check CHECK ((hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint draws_rule_check CHECK ((rule = ANY (ARRAY['validator'::text, 'plain'::text]))),
  constraint draws_seed_check CHECK ((seed ~ '^0x[0-9a-f]{64}$'::text)),
  constraint draws_seed_hash_check CHECK ((seed_hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint draws_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'drawn'::text, 'void'::text, 'idle'::text]))),
  constraint draws_tx_hash_check CHECK ((tx_hash ~ '^0x[0-9a-f]{64}$'::text))
);
CREATE INDEX draws_blocks ON draws (block_number) WHERE (state = 'drawn'::text);
CREATE INDEX draws_idle ON draws (draws_at) WHERE (state = 'idle'::text);
CREATE INDEX draws_waiting ON draws (draws_at) WHERE (state = 'waiting'::text);

create table exchanged (
  coin text not null,
  user_id bigint not null,
  since timestamptz not null,
  worth numeric(38,0) not null,
  constraint exchanged_pkey PRIMARY KEY (coin, user_id, since),
  constraint exchanged_worth_check CHECK ((worth >= (0)::numeric))
);

create table function_schemas (
  name text not null,
  started_at timestamptz not null,
  constraint function_schemas_pkey PRIMARY KEY (name)
);

create table idempotency (
  scope bigint not null,
  key uuid not null,
  call text not null,
  request bytea not null,
  code text not null,
  reply text not null,
  created_at timestamptz not null,
  constraint idempotency_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_by_age ON idempotency (created_at);
CREATE INDEX idempotency_refusals ON idempotency (scope, created_at) WHERE (code <> 'ok'::text);

create table jobs (
  id bigint generated always as identity not null,
  kind text not null,
  key text not null,
  due_at timestamptz not null,
  payload text default '{}'::text not null,
  attempts integer default 0 not null,
  retry_at timestamptz,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_kind_key_key UNIQUE (kind, key)
);
CREATE INDEX jobs_due ON jobs (due_at, id);

create table kept_sums (
  kind text not null,
  coin text not null,
  shard integer not null,
  amount numeric(38,0) not null,
  constraint kept_sums_pkey PRIMARY KEY (kind, coin, shard)
) with (fillfactor=50);

create table kyc_documents (
  submission_id bigint not null,
  name text not null,
  mime text not null,
  size integer not null,
  sealed bytea,
  decided_at timestamptz,
  deleted_at timestamptz,
  deleted_why text,
  fingerprint bytea,
  fingerprint_key text,
  constraint kyc_documents_pkey PRIMARY KEY (submission_id, name),
  constraint kyc_deleted_after_verdict CHECK (((deleted_at IS NULL) OR (decided_at IS NOT NULL))),
  constraint kyc_deleted_or_kept CHECK ((((sealed IS NULL) = (deleted_at IS NOT NULL)) AND ((deleted_at IS NULL) = (deleted_why IS NULL)))),
  constraint kyc_documents_deleted_why_check CHECK ((deleted_why = ANY (ARRAY['expired'::text, 'owner'::text]))),
  constraint kyc_documents_name_check CHECK ((name = ANY (ARRAY['idDocument'::text, 'addressDocument'::text]))),
  constraint kyc_documents_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES kyc_submissions(id),
  constraint kyc_fingerprint_key CHECK (((fingerprint IS NULL) = (fingerprint_key IS NULL)))
);
CREATE INDEX kyc_by_fingerprint ON kyc_documents (fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE INDEX kyc_kept_documents ON kyc_documents (decided_at) WHERE (sealed IS NOT NULL);

create table kyc_submissions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  exchange text not null,
  exchange_uid text not null,
  exchange_address text not null,
  status text not null,
  submitted_at timestamptz not null,
  reviewed_at timestamptz,
  reviewed_by text,
  reason text,
  shared_uid boolean default false not null,
  revoked_at timestamptz,
  revoked_by text,
  constraint kyc_submissions_pkey PRIMARY KEY (id),
  constraint kyc_revoked CHECK ((((revoked_at IS NULL) = (revoked_by IS NULL)) AND ((revoked_at IS NULL) OR (status = 'failed'::text)))),
  constraint kyc_submissions_status_check CHECK ((status = ANY (ARRAY['submitted'::text, 'approved'::text, 'failed'::text]))),
  constraint kyc_submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX kyc_by_address ON kyc_submissions (lower(exchange_address));
CREATE INDEX kyc_by_uid ON kyc_submissions (lower(exchange_uid));
CREATE INDEX kyc_by_user ON kyc_submissions (user_id, id DESC);
CREATE INDEX kyc_waiting ON kyc_submissions (id) WHERE (status = 'submitted'::text);
CREATE UNIQUE INDEX kyc_open_once ON kyc_submissions (user_id) WHERE (status <> 'failed'::text);
CREATE UNIQUE INDEX kyc_uid_once ON kyc_submissions (lower(exchange_uid)) WHERE ((status <> 'failed'::text) AND (NOT shared_uid));

create table kyc_uploads (
  id bigint generated always as identity not null,
  user_id bigint not null,
  network text not null,
  at timestamptz not null,
  bytes bigint not null,
  constraint kyc_uploads_pkey PRIMARY KEY (id),
  constraint kyc_uploads_bytes_check CHECK ((bytes >= 0)),
  constraint kyc_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX kyc_uploads_by_network ON kyc_uploads (network, at);
CREATE INDEX kyc_uploads_by_time ON kyc_uploads (at);
CREATE INDEX kyc_uploads_by_user ON kyc_uploads (user_id, at);

create table ledger_accounts (
  id bigint generated always as identity not null,
  user_id bigint,
  system text,
  shard integer default 0 not null,
  coin text not null,
  balance numeric(38,0) default 0 not null,
  promised numeric(38,0),
  guarded boolean generated always as ((user_id IS NOT NULL) OR (system = ANY (ARRAY['buyback'::text, 'lottery_pool'::text, 'race_bank'::text, 'resale'::text, 'reserve'::text, 'staking_rewards'::text]))) stored not null,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_check CHECK (((user_id IS NULL) <> (system IS NULL))),
  constraint ledger_accounts_promised_check CHECK ((promised >= (0)::numeric)),
  constraint ledger_accounts_shard_check CHECK (((shard >= 0) AND (shard <= 63))),
  constraint ledger_accounts_system_check CHECK ((system = ANY (ARRAY['issuance'::text, 'custody'::text, 'revenue'::text, 'institution'::text, 'payouts'::text, 'unclaimed'::text, 'staked'::text, 'race_stakes'::text, 'buyback'::text, 'lottery_pool'::text, 'race_bank'::text, 'resale'::text, 'reserve'::text, 'staking_rewards'::text]))),
  constraint ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint ledger_guarded_not_sharded CHECK (((shard = 0) OR (NOT guarded))),
  constraint ledger_not_overdrawn CHECK (((NOT guarded) OR (balance >= COALESCE(promised, (0)::numeric))))
) with (fillfactor=70);
CREATE UNIQUE INDEX ledger_accounts_system ON ledger_accounts (system, coin, shard) WHERE (system IS NOT NULL);
CREATE UNIQUE INDEX ledger_accounts_user ON ledger_accounts (user_id, coin) WHERE (user_id IS NOT NULL);

create table ledger_blocks (
  id bigint not null,
  from_id bigint not null,
  to_id bigint not null,
  entries bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  constraint ledger_blocks_pkey PRIMARY KEY (id),
  constraint ledger_blocks_check CHECK ((to_id > from_id)),
  constraint ledger_blocks_entries_check CHECK ((entries > 0)),
  constraint ledger_blocks_from_id_key UNIQUE (from_id),
  constraint ledger_blocks_hash_check CHECK ((octet_length(hash) = 32))
);
CREATE TRIGGER ledger_blocks_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_blocks FOR EACH STATEMENT EXECUTE FUNCTION ledger_immutable();

create table ledger_journal (
  id bigint generated always as identity not null,
  kind text not null,
  ref text,
  at timestamptz not null,
  trace uuid,
  constraint ledger_journal_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX ledger_journal_ref ON ledger_journal (kind, ref) WHERE (ref IS NOT NULL);
CREATE TRIGGER ledger_journal_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_journal FOR EACH STATEMENT EXECUTE FUNCTION ledger_immutable();

create table ledger_postings (
  journal_id bigint not null,
  account_id bigint not null,
  coin text not null,
  amount numeric(38,0) not null,
  balance_after numeric(38,0),
  kind text,
  constraint ledger_postings_pkey PRIMARY KEY (account_id, journal_id),
  constraint ledger_postings_amount_check CHECK ((amount <> (0)::numeric))
);
CREATE INDEX ledger_postings_by_journal ON ledger_postings (journal_id);
CREATE INDEX ledger_postings_by_kind ON ledger_postings (account_id, kind, ((- journal_id))) WHERE (kind IS NOT NULL);
CREATE INDEX ledger_postings_by_shown ON ledger_postings (account_id, ledger_shown(amount), kind, ((- journal_id))) WHERE (kind IS NOT NULL);
CREATE TRIGGER ledger_kept AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_kept();
CREATE TRIGGER ledger_postings_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_immutable();
CREATE TRIGGER ledger_sum AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger_check_sum();

create table link_labels (
  link_id text not null,
  lang text not null,
  label text not null,
  constraint link_labels_pkey PRIMARY KEY (link_id, lang),
  constraint link_labels_link_id_fkey FOREIGN KEY (link_id) REFERENCES links(id) ON DELETE CASCADE
);

create table links (
  id text not null,
  "position" integer not null,
  url text not null,
  constraint links_pkey PRIMARY KEY (id)
);

create table lottery_guesses (
  round date not null,
  user_id bigint not null,
  n smallint not null,
  number smallint not null,
  paid numeric(38,0) not null,
  placed_at timestamptz not null,
  constraint lottery_guesses_pkey PRIMARY KEY (round, user_id, n),
  constraint lottery_guesses_n_check CHECK ((n > 0)),
  constraint lottery_guesses_number_check CHECK (((number >= 0) AND (number <= 999))),
  constraint lottery_guesses_paid_check CHECK ((paid >= (0)::numeric)),
  constraint lottery_guesses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX lottery_guesses_by_number ON lottery_guesses (round, number, user_id);

create table lottery_rounds (
  round date not null,
  closes_at timestamptz not null,
  state text default 'open'::text not null,
  carried numeric(38,0),
  issued numeric(38,0) default 0 not null,
  paid numeric(38,0) default 0 not null,
  guesses integer default 0 not null,
  miners integer default 0 not null,
  drawn smallint,
  winners integer default 0 not null,
  share numeric(38,0) default 0 not null,
  settled_to bigint default 0 not null,
  batches integer default 0 not null,
  rolled numeric(38,0),
  finished_at timestamptz,
  carried_issued numeric(38,0),
  constraint lottery_rounds_pkey PRIMARY KEY (round),
  constraint lottery_rounds_carried_check CHECK ((carried >= (0)::numeric)),
  constraint lottery_rounds_carried_issued CHECK (((carried_issued >= (0)::numeric) AND (carried_issued <= carried))),
  constraint lottery_rounds_check CHECK (
CASE state
    WHEN 'settled'::text THEN ((rolled IS NOT NULL) AND (finished_at IS NOT NULL) AND ((rolled + ((winners)::numeric * share)) = ((carried + issued) + paid)))
    WHEN 'void'::text THEN ((rolled IS NOT NULL) AND (finished_at IS NOT NULL) AND (rolled = (carried + issued)))
    ELSE ((rolled IS NULL) AND (finished_at IS NULL))
END),
  constraint lottery_rounds_closes_at_key UNIQUE (closes_at),
  constraint lottery_rounds_drawn_check CHECK (((drawn >= 0) AND (drawn <= 999))),
  constraint lottery_rounds_guesses_check CHECK ((guesses >= 0)),
  constraint lottery_rounds_issued_check CHECK ((issued >= (0)::numeric)),
  constraint lottery_rounds_miners_check CHECK ((miners >= 0)),
  constraint lottery_rounds_paid_check CHECK ((paid >= (0)::numeric)),
  constraint lottery_rounds_rolled_check CHECK ((rolled >= (0)::numeric)),
  constraint lottery_rounds_share_check CHECK ((share >= (0)::numeric)),
  constraint lottery_rounds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'settled'::text, 'void'::text]))),
  constraint lottery_rounds_winners_check CHECK ((winners >= 0))
) with (fillfactor=33);
CREATE INDEX lottery_rounds_unfinished ON lottery_rounds (round) WHERE (state = ANY (ARRAY['open'::text, 'closed'::text]));

create table miners (
  user_id bigint not null,
  kind text not null,
  state text not null,
  gifted numeric(38,0) default 0 not null,
  purchased numeric(38,0) default 0 not null,
  team1 numeric(38,0) default 0 not null,
  team2 numeric(38,0) default 0 not null,
  team3 numeric(38,0) default 0 not null,
  invite_used boolean default false not null,
  cycle_started_at timestamptz,
  cycle_ends_at timestamptz,
  cycle_hashrate numeric(38,0) default 0 not null,
  cycle_bonus numeric(38,0) default 0 not null,
  cycle_output numeric(38,0) default 0 not null,
  total_output numeric(38,0) default 0 not null,
  permanent_at timestamptz,
  reminders boolean default false not null,
  constraint miners_pkey PRIMARY KEY (user_id),
  constraint miners_check CHECK (((state = 'running'::text) = (cycle_ends_at IS NOT NULL))),
  constraint miners_gifted_check CHECK ((gifted >= (0)::numeric)),
  constraint miners_kind_check CHECK ((kind = ANY (ARRAY['trial'::text, 'permanent'::text]))),
  constraint miners_permanent_since CHECK (((kind = 'permanent'::text) = (permanent_at IS NOT NULL))),
  constraint miners_purchased_check CHECK ((purchased >= (0)::numeric)),
  constraint miners_state_check CHECK ((state = ANY (ARRAY['not_activated'::text, 'pending_start'::text, 'running'::text, 'expired'::text]))),
  constraint miners_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX miners_permanent ON miners (permanent_at) WHERE (permanent_at IS NOT NULL);
CREATE TRIGGER miner_kept AFTER UPDATE OF state ON miners FOR EACH ROW WHEN (((old.state = 'running'::text) <> (new.state = 'running'::text))) EXECUTE FUNCTION miner_kept();
CREATE TRIGGER miners_kept AFTER INSERT ON miners REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION miners_kept();
CREATE TRIGGER miners_push AFTER UPDATE OF cycle_ends_at ON miners FOR EACH ROW WHEN ((new.reminders AND (old.cycle_ends_at IS DISTINCT FROM new.cycle_ends_at))) EXECUTE FUNCTION push_schedule();

create table mining_cycles (
  user_id bigint not null,
  claimed_at timestamptz not null,
  journal_id bigint not null,
  output numeric(38,0) not null,
  ends_at timestamptz,
  hashrate numeric(38,0),
  bonus numeric(38,0),
  constraint mining_cycles_pkey PRIMARY KEY (user_id, claimed_at, journal_id)
);

create table nonces (
  nonce text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint nonces_pkey PRIMARY KEY (nonce)
);
CREATE INDEX nonces_by_expiry ON nonces (expires_at);

create table operator_commands (
  id bigint generated always as identity not null,
  at timestamptz not null,
  os_user text not null,
  as_name text,
  command text not null,
  args text not null,
  options text not null,
  files text not null,
  constraint operator_commands_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_commands_by_time ON operator_commands (at);
CREATE TRIGGER operator_commands_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_commands FOR EACH STATEMENT EXECUTE FUNCTION operator_log_immutable();

create table operator_outcomes (
  command_id bigint not null,
  at timestamptz not null,
  outcome text not null,
  answer text not null,
  constraint operator_outcomes_pkey PRIMARY KEY (command_id),
  constraint operator_outcomes_command_id_fkey FOREIGN KEY (command_id) REFERENCES operator_commands(id),
  constraint operator_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'failed'::text])))
);
CREATE TRIGGER operator_outcomes_fixed BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_outcomes FOR EACH STATEMENT EXECUTE FUNCTION operator_log_immutable();

create table operator_settings (
  name text not null,
  value text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  constraint operator_settings_pkey PRIMARY KEY (name)
);

create table own_wallets (
  address text not null,
  treasury boolean default false not null,
  constraint own_wallets_pkey PRIMARY KEY (address)
);

create table pairing_tries (
  network text not null,
  at timestamptz not null
);
CREATE INDEX pairing_tries_by_network ON pairing_tries (network, at);
CREATE INDEX pairing_tries_by_time ON pairing_tries (at);

create table pairings (
  user_id bigint not null,
  code text not null,
  expires_at timestamptz not null,
  device_id text,
  public_key bytea,
  name text,
  constraint pairings_pkey PRIMARY KEY (user_id),
  constraint pairings_check CHECK ((((device_id IS NULL) = (public_key IS NULL)) AND ((device_id IS NULL) = (name IS NULL)))),
  constraint pairings_code_check CHECK ((code ~ '^[0-9]{6}$'::text)),
  constraint pairings_code_key UNIQUE (code),
  constraint pairings_device_id_key UNIQUE (device_id),
  constraint pairings_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint pairings_public_key_check CHECK ((octet_length(public_key) = 64)),
  constraint pairings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table payout_attempts (
  hash text not null,
  payout_id bigint not null,
  nonce bigint not null,
  raw text not null,
  gas_price numeric(38,0) not null,
  signed_at timestamptz not null,
  sent_at timestamptz,
  constraint payout_attempts_pkey PRIMARY KEY (hash),
  constraint payout_attempts_hash_check CHECK ((hash ~ '^0x[0-9a-f]{64}$'::text)),
  constraint payout_attempts_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id)
);
CREATE INDEX payout_attempts_by_payout ON payout_attempts (payout_id);

create table payout_wallets (
  address text not null,
  next_nonce bigint,
  halted_at timestamptz,
  halt_reason text,
  constraint payout_wallets_pkey PRIMARY KEY (address),
  constraint payout_wallets_next_nonce_check CHECK ((next_nonce >= 0))
);

create table payouts (
  id bigint generated always as identity not null,
  user_id bigint not null,
  coin text not null,
  amount numeric(38,0) not null,
  fee numeric(38,0) not null,
  address text not null,
  state text default 'requested'::text not null,
  requested_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  rejected_by text,
  finished_at timestamptz,
  reason text,
  journal_id bigint not null,
  wallet text,
  nonce bigint,
  tx_hash text,
  constraint payouts_pkey PRIMARY KEY (id),
  constraint payouts_check CHECK ((amount > fee)),
  constraint payouts_check1 CHECK (((wallet IS NULL) = (nonce IS NULL))),
  constraint payouts_check2 CHECK (((state <> ALL (ARRAY['signed'::text, 'broadcast'::text, 'confirmed'::text])) OR (nonce IS NOT NULL))),
  constraint payouts_fee_check CHECK ((fee >= (0)::numeric)),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text, 'failed'::text]))),
  constraint payouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint payouts_wallet_nonce_key UNIQUE (wallet, nonce)
);
CREATE INDEX payouts_by_address ON payouts (user_id, lower(address) COLLATE "C", coin, ((- journal_id)));
CREATE INDEX payouts_by_coin ON payouts (coin, requested_at);
CREATE INDEX payouts_by_day ON payouts (user_id, coin, requested_at);
CREATE INDEX payouts_by_hash ON payouts (user_id, tx_hash COLLATE "C") WHERE (tx_hash IS NOT NULL);
CREATE INDEX payouts_flying ON payouts (wallet, nonce) WHERE (state = ANY (ARRAY['signed'::text, 'broadcast'::text]));
CREATE INDEX payouts_open ON payouts (id) WHERE (state <> ALL (ARRAY['confirmed'::text, 'failed'::text]));
CREATE INDEX payouts_ready ON payouts (id) WHERE ((state = 'requested'::text) AND (approved_at IS NOT NULL));
CREATE UNIQUE INDEX payouts_journal ON payouts (journal_id);

create table pictures (
  name text not null,
  mime text not null,
  bytes bytea not null,
  added_at timestamptz not null,
  constraint pictures_pkey PRIMARY KEY (name),
  constraint pictures_bytes_check CHECK ((octet_length(bytes) <= 1048576)),
  constraint pictures_name_check CHECK ((name ~ '^[0-9a-f]{32}[.](png|jpg|webp|avif)$'::text))
);

create table play_limits (
  user_id bigint not null,
  daily_limit numeric(38,0),
  pending_limit numeric(38,0),
  pending_at timestamptz,
  paused_until timestamptz,
  day date not null,
  spent numeric(38,0) default 0 not null,
  constraint play_limits_pkey PRIMARY KEY (user_id),
  constraint play_limits_check CHECK (((pending_at IS NOT NULL) OR (pending_limit IS NULL))),
  constraint play_limits_daily_limit_check CHECK ((daily_limit >= (0)::numeric)),
  constraint play_limits_pending_limit_check CHECK ((pending_limit >= (0)::numeric)),
  constraint play_limits_spent_check CHECK ((spent >= (0)::numeric)),
  constraint play_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) with (fillfactor=70);

create table prices (
  coin text not null,
  hour timestamptz not null,
  price numeric(38,0) not null,
  constraint prices_pkey PRIMARY KEY (coin, hour),
  constraint prices_price_check CHECK ((price > (0)::numeric))
);
CREATE INDEX prices_by_hour ON prices (hour);

create table produced (
  user_id bigint not null,
  upto bigint not null,
  unsold numeric(38,0) not null,
  constraint produced_pkey PRIMARY KEY (user_id),
  constraint produced_unsold_check CHECK ((unsold >= (0)::numeric)),
  constraint produced_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table push_deliveries (
  subscription_id bigint not null,
  cycle_ends_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer default 0 not null,
  leased_until timestamptz,
  constraint push_deliveries_pkey PRIMARY KEY (subscription_id, cycle_ends_at),
  constraint push_deliveries_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES push_subscriptions(id) ON DELETE CASCADE
);
CREATE INDEX push_deliveries_by_due ON push_deliveries (due_at);

create table push_outcomes (
  hour timestamptz not null,
  outcome text not null,
  count bigint not null,
  constraint push_outcomes_pkey PRIMARY KEY (hour, outcome)
);

create table push_subscriptions (
  id bigint generated always as identity not null,
  user_id bigint not null,
  token_hash bytea not null,
  endpoint text not null,
  p256dh bytea not null,
  auth bytea not null,
  lang text not null,
  quiet_from text,
  quiet_to text,
  time_zone text,
  created_at timestamptz not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_check CHECK ((((quiet_from IS NULL) = (quiet_to IS NULL)) AND ((quiet_from IS NULL) = (time_zone IS NULL)))),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (token_hash);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (user_id, created_at);

create table race_batches (
  round bigint not null,
  batch integer not null,
  from_user bigint not null,
  to_user bigint not null,
  paid_at timestamptz not null,
  counted boolean not null,
  constraint race_batches_pkey PRIMARY KEY (round, batch)
);

create table race_entries (
  user_id bigint not null,
  round bigint not null,
  stakes numeric(38,0)[] not null,
  total numeric(38,0) not null,
  bets integer not null,
  ancestor1 bigint,
  ancestor2 bigint,
  ancestor3 bigint,
  placed_at timestamptz not null,
  constraint race_entries_pkey PRIMARY KEY (user_id, round),
  constraint race_entries_stakes_check CHECK ((cardinality(stakes) = 6)),
  constraint race_entries_total_check CHECK ((total > (0)::numeric))
) with (fillfactor=80);
CREATE INDEX race_entries_by_round ON race_entries (round, user_id);

create table race_rounds (
  round bigint not null,
  state text default 'open'::text not null,
  stakes numeric(38,0)[] default '{0,0,0,0,0,0}'::numeric[] not null,
  total numeric(38,0) default 0 not null,
  rates numeric(38,0)[] default '{0,0,0}'::numeric[] not null,
  ranking text,
  champion smallint,
  settled_user bigint default 0 not null,
  batches integer default 0 not null,
  paid numeric(38,0) default 0 not null,
  team numeric(38,0) default 0 not null,
  leaders bigint[] default '{}'::bigint[] not null,
  finished_at timestamptz,
  constraint race_rounds_pkey PRIMARY KEY (round),
  constraint race_rounds_check CHECK ((total = (((((stakes[1] + stakes[2]) + stakes[3]) + stakes[4]) + stakes[5]) + stakes[6]))),
  constraint race_rounds_check1 CHECK ((champion = ("left"(ranking, 1))::smallint)),
  constraint race_rounds_check2 CHECK (((state = ANY (ARRAY['settling'::text, 'settled'::text])) = (champion IS NOT NULL))),
  constraint race_rounds_check3 CHECK (((state = ANY (ARRAY['settled'::text, 'void'::text])) = (finished_at IS NOT NULL))),
  constraint race_rounds_ranking_check CHECK ((ranking ~ '^[1-6]{6}$'::text)),
  constraint race_rounds_rates_check CHECK ((cardinality(rates) = 3)),
  constraint race_rounds_stakes_check CHECK ((cardinality(stakes) = 6)),
  constraint race_rounds_state_check CHECK ((state = ANY (ARRAY['open'::text, 'settling'::text, 'returning'::text, 'settled'::text, 'void'::text])))
) with (fillfactor=50);
CREATE INDEX race_rounds_unfinished ON race_rounds (round) WHERE (state = ANY (ARRAY['open'::text, 'settling'::text, 'returning'::text]));

create unlogged table rate_counts (
  bucket text not null,
  minute integer not null,
  count integer not null,
  constraint rate_counts_pkey PRIMARY KEY (minute, bucket)
);

create table repurchases (
  id bigint generated always as identity not null,
  journal_id bigint not null,
  at timestamptz not null,
  kind text not null,
  amount numeric(38,0) not null,
  paid numeric(38,0) not null,
  institution numeric(38,0) not null,
  stakers numeric(38,0) not null,
  bought_total numeric(38,0) not null,
  institution_total numeric(38,0) not null,
  stakers_total numeric(38,0) not null,
  user_id bigint,
  paid_total numeric(38,0) not null,
  constraint repurchases_pkey PRIMARY KEY (id),
  constraint repurchases_amount_check CHECK ((amount > (0)::numeric)),
  constraint repurchases_check CHECK (((institution + stakers) =
CASE kind
    WHEN 'token'::text THEN amount
    ELSE (0)::numeric
END)),
  constraint repurchases_check1 CHECK (((institution_total + stakers_total) = bought_total)),
  constraint repurchases_institution_check CHECK ((institution >= (0)::numeric)),
  constraint repurchases_journal_id_key UNIQUE (journal_id),
  constraint repurchases_kind_check CHECK ((kind = ANY (ARRAY['token'::text, 'hashrate'::text]))),
  constraint repurchases_paid_check CHECK ((paid > (0)::numeric)),
  constraint repurchases_stakers_check CHECK ((stakers >= (0)::numeric)),
  constraint repurchases_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX repurchases_by_user ON repurchases (user_id, at) WHERE (user_id IS NOT NULL);

create table sessions (
  token_hash bytea not null,
  outbox_hash bytea not null,
  user_id bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  outbox_expires_at timestamptz not null,
  push_tested_at timestamptz,
  device_id text,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  constraint sessions_outbox_hash_key UNIQUE (outbox_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_by_device ON sessions (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_id);

create table settings (
  key text not null,
  value text not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table solvency_chunks (
  tree bigint not null,
  chunk integer not null,
  first_key bytea not null,
  leaves integer not null,
  body text not null,
  constraint solvency_chunks_pkey PRIMARY KEY (tree, chunk),
  constraint solvency_chunks_tree_fkey FOREIGN KEY (tree) REFERENCES solvency_trees(id) ON DELETE CASCADE
);
CREATE INDEX solvency_chunks_by_key ON solvency_chunks (tree, first_key);

create table solvency_nodes (
  tree bigint not null,
  level integer not null,
  index integer not null,
  hash bytea not null,
  sums text not null,
  constraint solvency_nodes_pkey PRIMARY KEY (tree, level, index),
  constraint solvency_nodes_tree_fkey FOREIGN KEY (tree) REFERENCES solvency_trees(id) ON DELETE CASCADE
);

create table solvency_trees (
  id bigint generated always as identity not null,
  day text not null,
  state text default 'wanted'::text not null,
  secret bytea,
  as_of timestamptz,
  leaves integer default 0 not null,
  owed text,
  hashed integer default 0 not null,
  root text,
  sums text,
  journal_to bigint,
  journal_hash bytea,
  constraint solvency_trees_pkey PRIMARY KEY (id),
  constraint solvency_trees_check CHECK (((state = 'wanted'::text) OR (as_of IS NOT NULL))),
  constraint solvency_trees_check1 CHECK (((state <> 'done'::text) OR ((root IS NOT NULL) AND (sums IS NOT NULL)))),
  constraint solvency_trees_check2 CHECK (((journal_to IS NULL) = (journal_hash IS NULL))),
  constraint solvency_trees_day_key UNIQUE (day),
  constraint solvency_trees_state_check CHECK ((state = ANY (ARRAY['wanted'::text, 'taken'::text, 'done'::text])))
);
CREATE TRIGGER solvency_trees_fixed BEFORE DELETE OR UPDATE ON solvency_trees FOR EACH ROW WHEN ((old.state = 'done'::text)) EXECUTE FUNCTION solvency_fixed();
CREATE TRIGGER solvency_trees_head_fixed BEFORE UPDATE ON solvency_trees FOR EACH ROW WHEN (((old.state = 'done'::text) AND ((new.journal_to IS DISTINCT FROM old.journal_to) OR (new.journal_hash IS DISTINCT FROM old.journal_hash)))) EXECUTE FUNCTION solvency_head_fixed();

create table stake_levels (
  user_id bigint not null,
  at timestamptz not null,
  staked numeric(38,0) not null,
  constraint stake_levels_pkey PRIMARY KEY (user_id, at)
);

create table stake_orders (
  id bigint generated always as identity not null,
  user_id bigint not null,
  ancestor1 bigint,
  ancestor2 bigint,
  ancestor3 bigint,
  amount numeric(38,0) not null,
  output numeric(38,0) not null,
  phase integer not null,
  staked_at timestamptz not null,
  redeemed_at timestamptz,
  settled boolean default false not null,
  constraint stake_orders_pkey PRIMARY KEY (id),
  constraint stake_orders_amount_check CHECK ((amount > (0)::numeric)),
  constraint stake_orders_check CHECK ((redeemed_at >= staked_at)),
  constraint stake_orders_check1 CHECK (((NOT settled) OR (redeemed_at IS NOT NULL))),
  constraint stake_orders_output_check CHECK ((output >= (0)::numeric)),
  constraint stake_orders_phase_check CHECK (((phase >= 0) AND (phase <= 86399999))),
  constraint stake_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX stake_orders_by_ancestor1 ON stake_orders (ancestor1, phase, id) WHERE (ancestor1 IS NOT NULL);
CREATE INDEX stake_orders_by_ancestor2 ON stake_orders (ancestor2, phase, id) WHERE (ancestor2 IS NOT NULL);
CREATE INDEX stake_orders_by_ancestor3 ON stake_orders (ancestor3, phase, id) WHERE (ancestor3 IS NOT NULL);
CREATE INDEX stake_orders_by_start ON stake_orders (staked_at);
CREATE INDEX stake_orders_by_user ON stake_orders (user_id, id);
CREATE INDEX stake_orders_due ON stake_orders (phase, id) WHERE (NOT settled);
CREATE INDEX stake_orders_leaving ON stake_orders (redeemed_at) WHERE ((redeemed_at IS NOT NULL) AND (NOT settled));
CREATE INDEX stake_orders_next ON stake_orders (user_id, phase, id) WHERE (redeemed_at IS NULL);
CREATE TRIGGER stake_orders_made AFTER INSERT ON stake_orders FOR EACH ROW EXECUTE FUNCTION stake_levels_kept();
CREATE TRIGGER stake_orders_redeemed AFTER UPDATE OF redeemed_at ON stake_orders FOR EACH ROW WHEN (((old.redeemed_at IS NULL) AND (new.redeemed_at IS NOT NULL))) EXECUTE FUNCTION stake_levels_kept();

create table stake_outputs (
  user_id bigint not null,
  day date not null,
  amount numeric(38,0) not null,
  constraint stake_outputs_pkey PRIMARY KEY (user_id, day)
) with (fillfactor=70);

create table stake_rounds (
  id bigint generated always as identity not null,
  at timestamptz not null,
  amount numeric(38,0) not null,
  weight numeric not null,
  paid numeric(38,0) default 0 not null,
  since timestamptz not null,
  constraint stake_rounds_pkey PRIMARY KEY (id),
  constraint stake_rounds_amount_check CHECK ((amount > (0)::numeric)),
  constraint stake_rounds_at_key UNIQUE (at),
  constraint stake_rounds_check CHECK (((paid >= (0)::numeric) AND (paid <= amount))),
  constraint stake_rounds_staked_check CHECK ((weight > (0)::numeric))
);

create table stake_settlements (
  id bigint generated by default as identity not null,
  from_at timestamptz not null,
  from_id bigint not null,
  to_at timestamptz not null,
  to_id bigint not null,
  at timestamptz not null,
  orders integer not null,
  rates numeric[] not null,
  own_journal bigint,
  team_journal bigint,
  share_journal bigint,
  summed boolean default false not null,
  constraint stake_settlements_pkey PRIMARY KEY (id)
);
CREATE INDEX stake_settlements_by_end ON stake_settlements (to_at, to_id);
CREATE UNIQUE INDEX stake_settlements_by_team ON stake_settlements (team_journal) WHERE (team_journal IS NOT NULL);
CREATE TRIGGER stake_outputs_kept AFTER INSERT ON stake_settlements REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION stake_outputs_kept();

create table stake_shares (
  user_id bigint not null,
  day date not null,
  amount numeric(38,0) not null,
  constraint stake_shares_pkey PRIMARY KEY (user_id, day)
);

create table stake_state (
  one integer default 1 not null,
  settled_at timestamptz default '1970-01-01 00:00:00+00'::timestamptz not null,
  settled_id bigint default 0 not null,
  constraint stake_state_pkey PRIMARY KEY (one),
  constraint stake_state_one_check CHECK ((one = 1))
);

create table team_changes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  level smallint not null,
  members integer default 0 not null,
  valid integer default 0 not null,
  hashrate numeric(38,0) default 0 not null,
  valid_hashrate numeric(38,0) default 0 not null,
  staked numeric(38,0) default 0 not null,
  bets numeric(38,0) default 0 not null,
  constraint team_changes_pkey PRIMARY KEY (id),
  constraint team_changes_level_check CHECK (((level >= 1) AND (level <= 3)))
);
CREATE INDEX team_changes_by_user ON team_changes (user_id);

create table team_counters (
  user_id bigint not null,
  level smallint not null,
  members integer default 0 not null,
  valid integer default 0 not null,
  hashrate numeric(38,0) default 0 not null,
  staked numeric(38,0) default 0 not null,
  bets numeric(38,0) default 0 not null,
  constraint team_counters_pkey PRIMARY KEY (user_id, level),
  constraint team_counters_level_check CHECK (((level >= 1) AND (level <= 3)))
);

create table team_earnings (
  user_id bigint not null,
  day date not null,
  staking numeric(38,0) default 0 not null,
  race numeric(38,0) default 0 not null,
  level2 numeric(38,0) default 0 not null,
  level3 numeric(38,0) default 0 not null,
  constraint team_earnings_pkey PRIMARY KEY (user_id, day)
) with (fillfactor=70);

create table users (
  id bigint generated always as identity not null,
  address text not null,
  invite_code text not null,
  invited_by bigint,
  ancestor1 bigint,
  ancestor2 bigint,
  ancestor3 bigint,
  kyc text default 'none'::text not null,
  official boolean default false not null,
  sign_ins integer default 0 not null,
  created_at timestamptz not null,
  frozen_at timestamptz,
  frozen_by text,
  frozen_reason text,
  formerly bigint,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_address_key UNIQUE (address),
  constraint users_ancestor1_fkey FOREIGN KEY (ancestor1) REFERENCES users(id),
  constraint users_ancestor2_fkey FOREIGN KEY (ancestor2) REFERENCES users(id),
  constraint users_ancestor3_fkey FOREIGN KEY (ancestor3) REFERENCES users(id),
  constraint users_check CHECK (((NOT (invited_by IS DISTINCT FROM ancestor1)) AND (invited_by <> id))),
  constraint users_formerly_fkey FOREIGN KEY (formerly) REFERENCES users(id),
  constraint users_frozen CHECK ((num_nulls(frozen_at, frozen_by, frozen_reason) = ANY (ARRAY[0, 3]))),
  constraint users_invite_code_key UNIQUE (invite_code),
  constraint users_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id),
  constraint users_kyc_check CHECK ((kyc = ANY (ARRAY['none'::text, 'submitted'::text, 'approved'::text, 'failed'::text])))
);
CREATE INDEX users_by_ancestor2 ON users (ancestor2, id) WHERE (ancestor2 IS NOT NULL);
CREATE INDEX users_by_ancestor3 ON users (ancestor3, id) WHERE (ancestor3 IS NOT NULL);
CREATE INDEX users_by_end ON users (lower("right"(address, 4)));
CREATE INDEX users_by_former ON users (formerly) WHERE (formerly IS NOT NULL);
CREATE INDEX users_by_inviter ON users (invited_by, id);
CREATE INDEX users_by_start ON users (lower("left"(address, 6)));
CREATE INDEX users_valid_by_inviter ON users (invited_by) WHERE (kyc = 'approved'::text);

create table welcome_notices (
  version text not null,
  lang text not null,
  body text not null,
  published_at timestamptz not null,
  constraint welcome_notices_pkey PRIMARY KEY (version, lang)
);

create function adit.amount_text(p_units numeric) returns text language sql immutable;
create function article_parts(lang text, title text, summary text) returns tsvector language sql immutable;
create function article_query(lang text, words text) returns tsquery language sql immutable;
create function article_shown_of(p_ids bigint[]) returns SETOF article_shown language sql stable;
create function adit.article_sought(lang text, words text) returns tsquery language sql immutable;
create function article_texts_changed() returns trigger language plpgsql;
create function articles_changed() returns trigger language plpgsql;
create function adit.call_begin(c adit.call, OUT account bigint, OUT session bytea, OUT code text, OUT reply text, OUT replay boolean) returns record language plpgsql;
create function adit.call_end(c adit.call, p_account bigint, p_code text, p_reply text) returns void language plpgsql;
create function adit.calls_begin(p_calls adit.call[], p_wait boolean, OUT accounts bigint[], OUT tokens bytea[], OUT codes text[], OUT replies text[], OUT replays boolean[], OUT fresh integer[]) returns record language plpgsql set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off set plan_cache_mode=force_generic_plan;
create function adit.calls_end(p_calls adit.call[], p_done integer[], p_accounts bigint[], p_codes text[], p_replies text[]) returns void language plpgsql set enable_seqscan=off set plan_cache_mode=force_generic_plan;
create function adit.draw_want(p_id text) returns boolean language plpgsql set enable_seqscan=off;
create function adit.fund_paid(p_fund text, p_coin text, p_kinds text[]) returns TABLE(entry bigint, at timestamptz, paid numeric) language sql stable;
create function adit.hashrate_traded() returns TABLE(user_id bigint, hashrate numeric) language sql stable;
create function adit.history_references(p_user bigint, p_begin text, p_coin text, p_low bigint, p_upto bigint, p_limit integer) returns bigint[] language plpgsql stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set plan_cache_mode=force_generic_plan;
create function kept_add(p_kind text, p_coin text, p_amount numeric) returns void language plpgsql set enable_seqscan=off;
create function adit.lack_text(p_coin text, p_balance numeric, p_amount numeric) returns text language sql immutable;
create function adit.ledger_balances_at(p_user bigint, p_moments timestamptz[]) returns TABLE(moment timestamptz, coin text, balance numeric) language sql stable set enable_seqscan=off;
create function adit.ledger_block(p_before bytea, p_from bigint, p_to bigint, OUT entries bigint, OUT hash bytea) returns record language plpgsql stable set enable_seqscan=off set jit=off;
create function adit.ledger_booked(p_kind text, p_ref text) returns boolean language plpgsql stable set enable_seqscan=off;
create function ledger_check_sum() returns trigger language plpgsql;
create function adit.ledger_coins(p_user bigint) returns text[] language sql stable;
create function adit.ledger_debits(p_systems text[], p_coin text, p_totals numeric[], p_found boolean, OUT entry integer, OUT account bigint, OUT total numeric, OUT after numeric) returns SETOF record language plpgsql set enable_seqscan=off set jit=off;
create function adit.ledger_each(p_kinds text[], p_refs text[], p_at timestamptz, p_coin text, p_users bigint[], p_amounts numeric[], p_system text, p_traces uuid[]) returns bigint[] language plpgsql set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off;
create function adit.ledger_entries(p_kinds text[], p_refs text[], p_at timestamptz, p_traces uuid[], p_entries integer[], p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]) returns bigint[] language plpgsql set enable_seqscan=off;
create function adit.ledger_entry_by(p_then timestamptz) returns bigint language plpgsql stable;
create function ledger_immutable() returns trigger language plpgsql;
create function adit.ledger_is(p_entry bigint, p_kind text, p_ref text, p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]) returns boolean language plpgsql stable set enable_seqscan=off;
create function adit.ledger_is_fund(p_system text) returns boolean language sql immutable;
create function ledger_kept() returns trigger language plpgsql;
create function adit.ledger_latest(p_account bigint, p_kind text, p_shown numeric, p_low bigint, p_upto bigint, p_limit integer) returns TABLE(entry bigint, kind text, coin text, amount numeric, after numeric) language plpgsql stable set enable_seqscan=off set enable_bitmapscan=off set enable_sort=off set plan_cache_mode=force_generic_plan;
create function adit.ledger_lock(p_user bigint, p_coin text) returns numeric language plpgsql set enable_seqscan=off;
create function adit.ledger_newest(OUT newest bigint, OUT writers text[]) returns record language plpgsql;
create function adit.ledger_open(p_coin text, p_users bigint[]) returns void language plpgsql set enable_seqscan=off set jit=off;
create function adit.ledger_pay(p_kinds text[], p_systems text[], p_ref text, p_at timestamptz, p_coin text, p_users bigint[], p_firsts numeric[], p_seconds numeric[], p_thirds numeric[]) returns bigint[] language plpgsql set enable_seqscan=off set enable_bitmapscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off;
create function adit.ledger_post(p_kind text, p_ref text, p_at timestamptz, p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]) returns bigint language plpgsql;
create function adit.ledger_post_bulk(p_kind text, p_ref text, p_at timestamptz, p_coin text, p_users bigint[], p_amounts numeric[], p_system text) returns bigint language plpgsql;
create function adit.ledger_post_once(p_kind text, p_ref text, p_at timestamptz, p_users bigint[], p_systems text[], p_coins text[], p_amounts numeric[]) returns bigint language plpgsql set enable_seqscan=off;
create function adit.ledger_promise(p_system text, p_coin text, p_change numeric) returns void language plpgsql set enable_seqscan=off;
create function adit.ledger_promised(p_system text, p_coin text) returns numeric language sql stable;
create function adit.ledger_received(p_user bigint, p_coin text, p_kind text, p_after bigint, p_upto bigint) returns TABLE(ref text, amount numeric) language sql stable set enable_seqscan=off;
create function adit.ledger_refuse(p_user bigint, p_coin text, p_amount numeric) returns void language plpgsql;
create function ledger_shown(units numeric) returns numeric language sql immutable;
create function adit.ledger_since(p_user bigint, p_coin text, p_kinds text[], p_after bigint, OUT upto bigint, OUT received numeric, OUT paid numeric) returns record language sql stable set enable_seqscan=off;
create function adit.ledger_system(p_system text, p_coin text) returns numeric language plpgsql stable set enable_seqscan=off;
create function adit.ledger_try_lock(p_user bigint, p_coin text) returns boolean language plpgsql;
create function adit.ledger_try_locks(p_users bigint[], p_coin text) returns bigint[] language plpgsql set enable_seqscan=off set jit=off;
create function adit.ledger_writers() returns text[] language sql;
create function adit.lottery_count(p_closes_at timestamptz) returns integer language plpgsql set enable_seqscan=off set jit=off;
create function adit.lottery_guesses(p_calls adit.call[], p_codes text[], p_numbers integer[], p_round date, p_now timestamptz, p_ahead_ms double precision, p_head timestamptz, p_until timestamptz, p_wait boolean, p_price numeric, p_free integer, p_most integer, p_miner_adds numeric, p_most_pool numeric, p_shown jsonb, p_pot numeric, p_previous date, p_drawn integer, p_share numeric) returns TABLE(account bigint, code text, reply text, replay boolean) language plpgsql set enable_seqscan=off set jit=off;
create function adit.lottery_miners() returns integer language plpgsql stable set enable_seqscan=off set jit=off;
create function adit.lottery_own(p_user bigint, p_round date, p_drawn integer, OUT guesses jsonb, OUT paid numeric, OUT hits integer) returns record language plpgsql stable set enable_seqscan=off;
create function miner_kept() returns trigger language plpgsql;
create function miners_kept() returns trigger language plpgsql;
create function adit.mining_acts(p_calls adit.call[], p_starts boolean[], p_now timestamptz, p_wait boolean, p_cycle interval, p_output numeric, p_rates numeric[], p_levels integer) returns TABLE(account bigint, code text, reply text, replay boolean) language plpgsql set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off set plan_cache_mode=force_generic_plan;
create function adit.mining_bonus(p_team1 numeric, p_team2 numeric, p_team3 numeric, p_rates numeric[]) returns numeric language sql immutable;
create function adit.mining_facts(p_users bigint[], p_now timestamptz) returns text[] language plpgsql stable set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off set plan_cache_mode=force_generic_plan;
create function adit.mining_team_changes(p_user bigint) returns TABLE(first numeric, second numeric, third numeric) language sql stable;
create function operator_log_immutable() returns trigger language plpgsql;
create function adit.permanent_moment(p_now timestamptz) returns timestamptz language plpgsql set enable_seqscan=off;
create function adit.play_check(p_user bigint, p_amount numeric, p_now timestamptz) returns text language plpgsql set enable_seqscan=off;
create function adit.play_day(p_at timestamptz) returns date language sql immutable;
create function adit.play_refusal(p_user bigint, p_reason text, p_now timestamptz) returns text language plpgsql stable set enable_seqscan=off;
create function adit.play_return_all(p_users bigint[], p_amounts numeric[], p_placed_at timestamptz[]) returns void language plpgsql set enable_seqscan=off;
create function adit.play_time(p_now timestamptz, p_ahead_ms double precision, p_head timestamptz) returns timestamptz language sql;
create function adit.play_try_lock(p_user bigint) returns boolean language plpgsql set enable_seqscan=off;
create function adit.play_uncheck(p_user bigint, p_amount numeric) returns void language plpgsql set enable_seqscan=off;
create function adit.posted_by_kind(p_kind text) returns TABLE(user_id bigint, coin text, sum numeric) language sql stable;
create function push_schedule() returns trigger language plpgsql set enable_seqscan=off;
create function adit.race_bets(p_calls adit.call[], p_wait boolean, p_rounds bigint[], p_codes text[], p_stakes numeric[], p_open bigint, p_until timestamptz, p_now timestamptz, p_ahead_ms double precision, p_head timestamptz, p_most numeric, p_payout numeric, p_rates numeric[]) returns TABLE(code text, reply text, replay boolean, account bigint) language plpgsql set enable_seqscan=off set jit=off;
create function adit.race_count(p_round bigint, p_batch integer) returns void language plpgsql set enable_seqscan=off set jit=off set work_mem=64MB;
create function adit.race_liability(p_stakes numeric[], p_total numeric, p_rates numeric[], p_payout numeric) returns numeric language sql immutable;
create function adit.race_settle(p_round bigint, p_ranking text, p_limit integer, p_now timestamptz, p_payout numeric, OUT done boolean, OUT batch integer, OUT accounts bigint[]) returns record language plpgsql set enable_seqscan=off set jit=off set work_mem=64MB;
create function adit.ref_amount(p_ref text, p_place integer) returns numeric language sql immutable;
create function adit.ref_number(p_ref text) returns bigint language sql immutable;
create function adit.refusals_full(p_scope bigint, p_at timestamptz) returns boolean language sql stable set enable_seqscan=off;
create function adit.session_of(p_token bytea, p_outbox boolean, p_now timestamptz, p_idle interval) returns SETOF sessions language sql stable;
create function adit.session_touch(s sessions, p_token bytea, p_now timestamptz, p_touch interval) returns void language plpgsql;
create function solvency_fixed() returns trigger language plpgsql;
create function solvency_head_fixed() returns trigger language plpgsql;
create function stake_level_add(p_user bigint, p_at timestamptz, p_change numeric) returns void language plpgsql set enable_seqscan=off;
create function stake_levels_kept() returns trigger language plpgsql;
create function stake_outputs_kept() returns trigger language plpgsql set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off;
create function adit.stake_periods(p_staked_at timestamptz, p_end timestamptz) returns numeric language sql immutable;
create function adit.stake_phase(p_at timestamptz) returns integer language sql stable;
create function adit.stake_span(p_from timestamptz, p_to timestamptz) returns numeric language sql stable;
create function adit.staking_acts(p_calls adit.call[], p_codes text[], p_amounts numeric[], p_outputs numeric[], p_orders bigint[], p_now timestamptz, p_wait boolean, p_hold interval, p_period interval) returns TABLE(account bigint, code text, reply text, replay boolean) language plpgsql set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off set jit=off;
create function adit.staking_next(p_at timestamptz, p_id bigint) returns timestamptz language plpgsql stable set enable_seqscan=off set jit=off;
create function adit.staking_reach(p_at timestamptz, p_id bigint) returns void language plpgsql set enable_seqscan=off set jit=off;
create function adit.staking_round(p_at timestamptz, p_fresh boolean) returns timestamptz language plpgsql set enable_seqscan=off set jit=off;
create function adit.staking_settle(p_now timestamptz, p_limit integer, p_rates numeric[], OUT taken integer, OUT paid integer, OUT next_at timestamptz, OUT accounts bigint[]) returns record language plpgsql set enable_seqscan=off set jit=off set work_mem=64MB;
create function adit.team_counts(p_user bigint) returns TABLE(level smallint, members integer, valid integer, hashrate numeric, staked numeric, bets numeric) language plpgsql stable set enable_seqscan=off;
create function adit.team_fold(p_limit integer) returns integer language plpgsql set enable_seqscan=off set enable_hashjoin=off set enable_mergejoin=off;
create function adit.time_text(p_at timestamptz) returns text language sql stable;
create function adit.times(p_a numeric, p_b numeric) returns numeric language sql immutable;
create function adit.user_holdings() returns TABLE(user_id bigint, sums text) language sql stable;
