/** Runs `.sql` files one statement at a time, because the embedded database accepts only one per query. */
import { type QueryExecutorProvider, sql } from 'kysely';

/** A comment, a quoted text or function body, the end of a statement, or anything else. */
const TOKENS = /--.*|\$(\w*)\$[^]*?\$\1\$|'[^']*'|;|[^-$';]+|[-$]/g;

/** The statements of a text, each with the comments before it. Text after the last semicolon is ignored. */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token !== ';') {
      statement += token;
      continue;
    }
    statements.push(statement.trim());
    statement = '';
  }
  return statements;
}

/** Runs all statements of a text in the caller's transaction. */
export async function runScript(db: QueryExecutorProvider, text: string): Promise<void> {
  for (const statement of statementsOf(text)) await sql.raw(statement).execute(db);
}
