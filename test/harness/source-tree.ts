import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** A node of the syntax tree, as far as the rules look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Import {
  /** What is written: `./store.ts`, `ink`. */
  readonly specifier: string;
  /** The path under `src/` that a relative import leads to. */
  readonly target: string | undefined;
  readonly isTypeOnly: boolean;
  /** The imported names; `*` for a namespace, a dynamic import or a re-export of all. */
  readonly names: readonly string[];
}

export interface Function {
  readonly name: string;
  readonly line: number;
  /** Lines from its first to its last. */
  readonly lines: number;
  /** Its lines, including those of the functions inside it. */
  readonly ownLines: number;
  /** Most of it is one switch or one literal. */
  readonly isTable: boolean;
  readonly hasJsx: boolean;
}

/** One file of `src/`, read and parsed. */
export interface SourceFile {
  /** Under `src/`, with slashes: `ui/panes/list.tsx`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly functions: readonly Function[];
  readonly hasJsx: boolean;
  readonly program: Node;
  readonly text: string;
}

/** All TypeScript files under `folder`. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /\.tsx?$/.test(path))
    .sort()
    .map(path => parseSource(path, readFileSync(join(folder, path), 'utf8')));
}

/** Parses one file. Throws if it is not TypeScript. */
export function parseSource(path: string, text: string): SourceFile {
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node;
  const nodes = [...descendants(program)];
  return {
    path,
    text,
    program,
    lines: text.trimEnd().split('\n').length,
    imports: nodes.flatMap(node => importOf(node, path) ?? []),
    functions: nodes.filter(isFunction).map(node => measure(node, text, nodes)),
    hasJsx: nodes.some(isJsx),
  };
}

/** A node and all below it, from the top. */
export function* descendants(node: Node): Generator<Node> {
  yield node;
  for (const child of children(node)) yield* descendants(child);
}

function children(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string');
}

function importOf(node: Node, path: string): Import | undefined {
  const source = node.source as { value?: unknown } | null | undefined;
  if (typeof source?.value !== 'string') return undefined;
  const specifier = source.value;
  const isOwn = specifier.startsWith('.') && !specifier.endsWith('.json');
  const target = isOwn ? relative('/src', new URL(specifier, `file:///src/${path}`).pathname) : undefined;
  const specifiers = (node.specifiers ?? []) as Node[];
  const isMarked = node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType';
  const isEachMarked =
    specifiers.length > 0 && specifiers.every(({ importKind, exportKind }) => (importKind ?? exportKind) === 'type');
  const names = specifiers.map(one => importedName(one));
  return { specifier, target, isTypeOnly: isMarked || isEachMarked, names: names.length > 0 ? names : ['*'] };
}

function importedName({ type, imported, local }: Node): string {
  if (type === 'ImportNamespaceSpecifier') return '*';
  return type === 'ImportDefaultSpecifier' ? 'default' : (nameOf(imported ?? local) ?? '*');
}

function nameOf(identifier: unknown): string | undefined {
  const { name, value } = (identifier ?? {}) as { name?: string; value?: string };
  return name ?? value;
}

function isFunction(node: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

function isJsx(node: Node): boolean {
  return node.type === 'JSXElement' || node.type === 'JSXFragment';
}

function linesOf({ start, end }: Node, text: string): number {
  return text.slice(start, end).split('\n').length;
}

function measure(node: Node, text: string, all: readonly Node[]): Function {
  const lines = linesOf(node, text);
  const inner = children(node).flatMap(outermostFunctions);
  const tables = [...descendants(node)].filter(({ type }) =>
    /^(SwitchStatement|ObjectExpression|ArrayExpression)$/.test(type),
  );
  const holder = all.find(({ init, value, right }) => init === node || value === node || right === node);
  return {
    name: nameOf(node.id) ?? nameOf(holder?.id) ?? nameOf(holder?.key) ?? 'a function without a name',
    line: text.slice(0, node.start).split('\n').length,
    lines,
    ownLines: lines - inner.reduce((sum, one) => sum + linesOf(one, text) - 1, 0),
    isTable: tables.some(table => linesOf(table, text) > lines / 2),
    hasJsx: children(node).some(child => hasOwnJsx(child)),
  };
}

function outermostFunctions(node: Node): Node[] {
  return isFunction(node) ? [node] : children(node).flatMap(outermostFunctions);
}

function hasOwnJsx(node: Node): boolean {
  return isJsx(node) || (!isFunction(node) && children(node).some(hasOwnJsx));
}
