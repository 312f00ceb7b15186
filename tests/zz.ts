import { failover } from '#tests/chaos/failover.ts';
const [rate = 300, before = 5, after = 7] = process.argv.slice(2, 5).map(Number);
const t = performance.now();
const tell = (line: string) => console.log(Math.round(performance.now() - t), line);
for (const synchronous of [true, false]) console.log(await failover({ rate, before, after, synchronous, durable: true, tell }));
process.exit(0);
