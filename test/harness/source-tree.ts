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

/** One file of `src/`: it is parsed, and its parts are found, when they are asked for, and once. */
export class SourceFile {
  /** Under `src/`, with slashes: `ui/panes/list.tsx`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly #program = once(() => parseProgram(this));
  readonly #nodes = once(() => descendants(this.program));
  readonly #imports = once(() => this.nodes.flatMap(node => importOf(node, this.path) ?? []));
  readonly #functions = once(() => functionsOf(this));

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.lines = text.trimEnd().split('\n').length;
  }

  /** Throws if the file is not TypeScript. */
  get program(): Node {
    return this.#program();
  }

  /** The program and all below it, from the top. */
  get nodes(): readonly Node[] {
    return this.#nodes();
  }

  get imports(): readonly Import[] {
    return this.#imports();
  }

  get functions(): readonly Function[] {
    return this.#functions();
  }

  get hasJsx(): boolean {
    return this.nodes.some(isJsx);
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** All TypeScript files under `folder`. */
export function readSources(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /\.tsx?$/.test(path))
    .sort()
    .map(path => new SourceFile(path, readFileSync(join(folder, path), 'utf8')));
}

function parseProgram({ path, text }: SourceFile): Node {
  return parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }, path) as unknown as Node;
}

/** A node and all below it, from the top. */
function descendants(node: Node, into: Node[] = []): Node[] {
  into.push(node);
  for (const child of children(node)) descendants(child, into);
  return into;
}

function children(node: Node): Node[] {
  const found: Node[] = [];
  for (const name in node) {
    const value = node[name];
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null | undefined)?.type === 'string';
}

/** What holds each function: a declaration, a property, an assignment. */
function functionsOf({ nodes, text }: SourceFile): Function[] {
  const holders = new Map<unknown, Node>();
  for (const node of nodes)
    for (const held of [node.init, node.value, node.right])
      if (isNode(held) && isFunction(held) && !holders.has(held)) holders.set(held, node);
  return nodes.filter(isFunction).map(node => measure(node, text, holders.get(node)));
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

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const TABLES = new Set(['SwitchStatement', 'ObjectExpression', 'ArrayExpression']);

function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.type);
}

function isJsx(node: Node): boolean {
  return node.type === 'JSXElement' || node.type === 'JSXFragment';
}

function linesOf({ start, end }: Pick<Node, 'start' | 'end'>, text: string): number {
  return text.slice(start, end).split('\n').length;
}

function measure(node: Node, text: string, holder: Node | undefined): Function {
  const lines = linesOf(node, text);
  const inner = children(node).flatMap(outermostFunctions);
  return {
    name: nameOf(node.id) ?? nameOf(holder?.id) ?? nameOf(holder?.key) ?? 'a function without a name',
    line: text.slice(0, node.start).split('\n').length,
    lines,
    ownLines: lines - inner.reduce((sum, one) => sum + linesOf(one, text) - 1, 0),
    get isTable() {
      return descendants(node).some(
        ({ type, start, end }) => TABLES.has(type) && linesOf({ start, end }, text) > lines / 2,
      );
    },
    get hasJsx() {
      return children(node).some(child => hasOwnJsx(child));
    },
  };
}

function outermostFunctions(node: Node): Node[] {
  return isFunction(node) ? [node] : children(node).flatMap(outermostFunctions);
}

function hasOwnJsx(node: Node): boolean {
  return isJsx(node) || (!isFunction(node) && children(node).some(hasOwnJsx));
}
