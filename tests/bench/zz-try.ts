// x
import { pino } from 'pino';
import { Client } from 'pg';
import { openDatabase } from '#server/db/client.ts';
import { startCluster } from '#tests/support/postgres.ts';
import * as g from '#tests/bench/games-settle.ts';
const cluster = await startCluster();
const admin = new Client(cluster.url('postgres')); await admin.connect(); await admin.query('create database b'); await admin.end();
const database = await openDatabase({ databaseUrl: cluster.url('b'), log: pino({ level: 'silent' }) });
await g.betAll(database, 100000);
const c = new Client(cluster.url('b')); await c.connect();
c.on('notice', (n) => console.log(n.message));


let { rows } = await c.query(`select pg_get_functiondef('race_settle'::regproc) d`);
let d: string = rows[0].d;
c.on('notice', (n) => console.log(n.message));
const mark = (name: string, before: string) => { if (!d.includes(before)) throw new Error(name); d = d.replace(before, `raise notice '% %', clock_timestamp() - now(), '${name}';\n` + before); };
mark('start', 'select max(user_id)');
mark('range known', 'done := false;');
mark('lines made', 'if v_users is not null then\n          perform ledger_pay');
mark('paid', 'insert into team_earnings');
mark('earnings', 'insert into race_batches');
await c.query(d);
for (let i = 0; i < 6; i++) { console.log('---'); const t = performance.now(); await c.query(`select race_settle(5849201, '316245', ${process.argv[2] ?? 20000}, now())`); console.log(performance.now() - t); }
await c.end();
await database.close(); await cluster.stop();
