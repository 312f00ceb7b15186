/**
 * Two database roles: the owner of the schema, which changes it at start, and the one that serves, which may only read
 * and write rows. The owner grants the rights; the schema itself says which tables are append-only: those whose trigger
 * refuses `truncate`.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Columns `append_only` and `ours` (written only by migrations) of the table `c`. */
const TRAITS = sql`
  select exists (select 1 from pg_trigger where tgrelid = c.oid and not tgisinternal and tgtype & 32 <> 0) as append_only,
    relname like 'kysely%' or relname = 'function_schemas' as ours`;

/**
 * The statements that turn the role's rights into those it needs; none if it has them. Everybody may create temporary
 * tables by default, and before PostgreSQL 15 regular tables too. Rights are in alphabetical order.
 */
const CHANGES = (role: string) => sql<{ statement: string }>`
  with needs as (
    select c.oid, 'table' as kind, relname as name, relacl as acl, case
      when ours then array['SELECT'] when append_only then array['INSERT', 'SELECT']
      else array['DELETE', 'INSERT', 'SELECT', 'UPDATE'] end as rights
    from pg_class c, lateral (${TRAITS}) t where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    union all
    select oid, 'sequence', relname, relacl, array['SELECT', 'USAGE']
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'
    union all
    select oid, 'schema', nspname, nspacl, array['USAGE']
    from pg_namespace where nspname in (select name from function_schemas)
  )
  select format('revoke create, temporary on database %I from public', datname) as statement
  from pg_database where datname = current_database() and exists (
    select 1 from aclexplode(coalesce(datacl, acldefault('d', datdba))) where grantee = 0 and privilege_type <> 'CONNECT')
  union all
  select 'revoke create on schema public from public' from pg_namespace
  where nspname = 'public' and exists (select 1 from aclexplode(nspacl) where grantee = 0 and privilege_type = 'CREATE')
  union all
  (select statement from needs, lateral (values
    (1, format('revoke all on %s %I from %I', kind, name, ${role}::text)),
    (2, format('grant %s on %s %I to %I', array_to_string(rights, ', '), kind, name, ${role}::text))
  ) s (place, statement)
  where rights <> (
    select coalesce(array_agg(privilege_type order by privilege_type), '{}') from aclexplode(acl)
    where grantee = (select oid from pg_roles where rolname = ${role}))
  order by kind, name, place)`;

/** Lets `role` serve. Runs as the owner, in the transaction that has brought the schema up to date. */
export async function grantServing(tx: Kysely<Tables>, role: string): Promise<void> {
  for (const { statement } of (await CHANGES(role).execute(tx)).rows) await sql.raw(statement).execute(tx);
}

/** The role of a connection; a connection pooler may have chosen it. */
export async function roleOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/** What the role of this connection may do beyond what serving needs. */
export async function excessOf(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ excess: string[] }>`
    select array_remove(array[
      case when rolsuper then 'is a superuser' end,
      case when rolcreaterole then 'may create roles' end,
      case when exists (
        select 1 from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(relowner, 'member')
        union all
        select 1 from pg_namespace where nspname in (select name from function_schemas) and pg_has_role(nspowner, 'member')
        union all
        select 1 from pg_database where datname = current_database() and pg_has_role(datdba, 'member')
      ) then 'is, or may become, the owner' end,
      case when has_database_privilege(current_database(), 'create, temporary')
        then 'may create schemas or temporary tables; the owner of the database has to revoke that' end,
      case when has_schema_privilege('public', 'create')
        then 'may create tables; before PostgreSQL 15 a superuser has to revoke that' end,
      case when exists (
        select 1 from pg_class c, lateral (${TRAITS}) t where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and (has_table_privilege(c.oid, 'truncate, trigger, references')
            or (append_only or ours) and has_any_column_privilege(c.oid, 'update')
            or (append_only or ours) and has_table_privilege(c.oid, 'delete'))
      ) then 'may rewrite what is append-only, or add triggers' end
    ], null) as excess from pg_roles where rolname = current_user`.execute(db);
  return rows[0]?.excess ?? [];
}
