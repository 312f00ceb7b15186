// The suites that judge mutants, in the project of vitest.config.ts that they belong to.
import { defineConfig } from 'vitest/config';
import suites from '../../vitest.config.ts';

/** Environment variables: the name of the project, and the files, separated by spaces. */
const { MUTATION_PROJECT: name, MUTATION_SUITES: files = '' } = process.env;

const project = suites.test?.projects?.find(
  (each) => typeof each === 'object' && 'test' in each && each.test?.name === name,
);
if (typeof project !== 'object' || !('test' in project)) throw new Error(`no project is named ${name}`);

export default defineConfig({
  ...project,
  test: {
    ...project.test,
    include: files.split(' '),
    exclude: [],
    isolate: false,
    setupFiles: [project.test?.setupFiles ?? [], 'tests/mutation/seed.setup.ts'].flat(),
  },
});
