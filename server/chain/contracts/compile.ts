/**
 * Compiles the contracts in this folder. `node server/chain/contracts/compile.ts` writes ABI and bytecode into
 * artifacts/; `--check` recompiles and compares with what is committed, so that nobody has to trust committed bytecode.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const HERE = import.meta.dirname;
const OUT = join(HERE, 'artifacts');
const require = createRequire(import.meta.url);

interface Output {
  errors?: { severity: 'error' | 'warning' | 'info'; formattedMessage: string }[];
  contracts?: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>;
}
interface Compiler {
  compile(
    input: string,
    callbacks: { import: (path: string) => { contents: string } | { error: string } },
  ): string;
}

const importPackage = (path: string) => {
  try {
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch {
    return { error: `${path} was not found` };
  }
};

/**
 * Compiles every .sol file in this folder.
 * @returns contract name -> the text of its artifact, `{"abi":…,"bytecode":"0x…"}`; interfaces and abstract contracts
 * have none.
 * @throws Error with the compiler's own message on an error or a warning.
 */
function compileAll(): Map<string, string> {
  const solc = require('solc') as Compiler;
  const files = readdirSync(HERE).filter((file) => file.endsWith('.sol'));
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(join(HERE, file), 'utf8') }]),
    ),
    settings: {
      // The devnet runs Cancun, and BNB Smart Chain has had it since 2024.
      evmVersion: 'cancun',
      optimizer: { enabled: true, runs: 200 },
      // Without metadata, the bytecode depends only on the code, not on comments or paths.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: importPackage })) as Output;
  const complaints = (output.errors ?? []).filter((error) => error.severity !== 'info');
  if (complaints.length > 0) throw new Error(complaints.map((error) => error.formattedMessage).join('\n'));
  const ours = files.flatMap((file) => Object.entries(output.contracts?.[file] ?? {}));
  return new Map(
    ours
      .filter(([, contract]) => contract.evm.bytecode.object !== '')
      .map(([name, { abi, evm }]) => [
        name,
        `${JSON.stringify({ abi, bytecode: `0x${evm.bytecode.object}` })}\n`,
      ]),
  );
}

/** Lists committed artifacts that differ from the compiled sources, are missing, or have no source. */
export function checkArtifacts(): string[] {
  const fresh = compileAll();
  const committed = new Map(
    readdirSync(OUT).map((file) => [file.replace(/\.json$/, ''), readFileSync(join(OUT, file), 'utf8')]),
  );
  return [...new Set([...fresh.keys(), ...committed.keys()])]
    .filter((name) => fresh.get(name) !== committed.get(name))
    .map((name) => `server/chain/contracts/artifacts/${name}.json is not what its source compiles to`);
}

function main(): void {
  if (process.argv.includes('--check')) {
    const complaints = checkArtifacts();
    for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
    process.exitCode = complaints.length > 0 ? 1 : 0;
    return;
  }
  mkdirSync(OUT, { recursive: true });
  for (const [name, text] of compileAll()) writeFileSync(join(OUT, `${name}.json`), text);
}

if (import.meta.main) main();
