import { failover } from '#tests/chaos/failover.ts';
const n = (i: number, d: number) => Number(process.argv[i] ?? d);
const t = performance.now();
const tell = (line: string) => console.log(Math.round(performance.now() - t), line);
tell('go');
console.log(await failover({ rate: n(2, 50), before: n(3,4), after: n(4,6), synchronous: process.argv[5] !== 'async', durable: process.argv[6] === 'durable', tell }));
process.exit(0);
