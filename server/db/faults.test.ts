// What failed statements mean: refusals of SQL functions, lost connections, races, and everything else.
import { expect, test } from 'vitest';
import { Refusal } from '#server/lib/refusal.ts';
import { isRace, readFault } from './faults.ts';

const fault = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test('a refusal raised in SQL carries its name and data', () => {
  const read = readFault(fault('insufficient_balance', { code: 'AD000', detail: '{"coin":"USDT"}' }));
  expect(read).toMatchObject({ name: 'insufficient_balance', data: { coin: 'USDT' } });
  expect(readFault(fault('not_found', { code: 'AD000' }))).toMatchObject({
    name: 'not_found',
    data: undefined,
  });
});

test('an unknown name, or one that every object inherits, stays an error', () => {
  for (const message of ['no_such_code', 'toString', 'constructor']) {
    const error = fault(message, { code: 'AD000' });
    expect(readFault(error)).toBe(error);
  }
});

test.each([
  ['08006', ''],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P03', 'the database system is starting up'],
  ['53300', 'sorry, too many clients already'],
  ['53100', 'could not extend file: No space left on device'],
  ['58030', 'could not fsync file: Input/output error'],
  ['57014', 'canceling statement due to statement timeout'],
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1'],
  ['', 'Connection terminated unexpectedly'],
  ['', 'timeout exceeded when trying to connect'],
  ['', 'Client has encountered a connection error and is not queryable'],
  ['', 'Cannot use a pool after calling end on the pool'],
])('%s %s is unavailable and keeps its cause', (code, message) => {
  const error = fault(message, { code });
  const read = readFault(error);
  expect(read).toBeInstanceOf(Refusal);
  expect(read).toMatchObject({ name: 'unavailable', cause: error });
});

test.each([['23505'], ['42P01'], ['28P01'], ['40001'], ['40P01']])('%s is passed on unchanged', (code) => {
  const error = fault('x', { code });
  expect(readFault(error)).toBe(error);
  expect(isRace(error)).toBe(code.startsWith('40'));
});
