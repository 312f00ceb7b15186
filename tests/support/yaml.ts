// Parses the subset of YAML that compose.yaml uses: indented maps and lists of plain strings. It refuses everything
// else, so that any other parser reads the file the same way.

export type Yaml = string | string[] | { [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

const linesOf = (source: string): Line[] =>
  source
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }));

/** A plain string. Values such as `on` or `1:30` must be quoted, because YAML would read a boolean or a base-60 number. */
function scalar(text: string): string {
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^[&*!|>'%@`{[]|: | #|^(on|off|yes|no|null|~)$|^\d+:\d+$/i.test(text))
    throw new Error(`not plain text: ${text}`);
  return text;
}

/** @throws Error for a line outside this subset */
export function readYaml(source: string): Yaml {
  const lines = linesOf(source);
  let at = 0;
  function block(indent: number): Yaml {
    const list: string[] = [];
    const map: Record<string, Yaml> = {};
    for (let line = lines[at]; line && line.indent >= indent; line = lines[at]) {
      if (line.indent > indent) throw new Error(`indented without a reason: ${line.text}`);
      at += 1;
      const [, key = '', rest = ''] = /^([\w.-]+):(?: +(.*))?$/.exec(line.text) ?? [];
      if (line.text.startsWith('- ')) list.push(scalar(line.text.slice(2)));
      else if (!key || key in map) throw new Error(`neither a new key nor an item: ${line.text}`);
      else if (rest) map[key] = scalar(rest);
      else map[key] = (lines[at]?.indent ?? 0) > indent ? block(lines[at]?.indent ?? 0) : '';
    }
    if (list.length && Object.keys(map).length) throw new Error('a list and a map in one place');
    return list.length ? list : map;
  }
  return block(0);
}
