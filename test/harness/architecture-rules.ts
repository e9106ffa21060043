import { folderOf, ROOMS, roomOf } from './rooms.ts';
import type { Import, Node, SourceFile } from './source-tree.ts';
import { STYLE_RULES } from './style-rules.ts';

/** What a folder may take from another: values, or its types alone. */
type Allowed = 'value' | 'type';

/**
 * The import table: a folder of `src/` or a room in it, and what it may import from the others. Nothing else is
 * allowed. A folder that may be imported may be imported with all its rooms.
 */
export const MAY_IMPORT: Readonly<Record<string, Readonly<Record<string, Allowed>>>> = {
  text: {},
  contract: {},
  runtime: {},
  center: {
    contract: 'value',
    'center/database': 'value',
    'center/model': 'value',
    'center/auth': 'value',
    'center/intake': 'value',
    'center/mail': 'value',
    'center/http': 'value',
    'center/openapi': 'value',
  },
  'center/database': {},
  'center/model': { 'center/database': 'value', contract: 'value', text: 'value' },
  'center/auth': { 'center/model': 'value', 'center/database': 'type', contract: 'value' },
  'center/handlers': { 'center/auth': 'value', 'center/model': 'value', 'center/database': 'type', contract: 'value' },
  'center/http': {
    'center/handlers': 'value',
    'center/auth': 'value',
    'center/model': 'value',
    'center/database': 'type',
    contract: 'value',
  },
  'center/openapi': { 'center/http': 'value', 'center/auth': 'value', 'center/model': 'value', contract: 'value' },
  'center/intake': {
    'center/model': 'value',
    'center/database': 'value',
    contract: 'value',
    runtime: 'value',
    text: 'value',
  },
  'center/mail': {
    'center/intake': 'value',
    'center/model': 'value',
    'center/database': 'value',
    contract: 'value',
    text: 'value',
  },
  'center/export': { 'center/intake': 'value', 'center/mail': 'value', 'center/model': 'value', contract: 'value' },
  'center/sample': { 'center/model': 'value', 'center/database': 'value', contract: 'value' },
  client: { contract: 'value', runtime: 'value', text: 'value' },
  state: { contract: 'value', text: 'value', client: 'type' },
  keys: { state: 'value', text: 'value' },
  actions: { keys: 'value', state: 'value', contract: 'value', text: 'value' },
  terminal: { text: 'value' },
  ui: { actions: 'value', keys: 'value', state: 'value', text: 'value', contract: 'type', terminal: 'type' },
  lines: { actions: 'value', keys: 'value', state: 'value', text: 'value', contract: 'type' },
  cli: {
    runtime: 'value',
    text: 'value',
    contract: 'value',
    center: 'value',
    client: 'value',
    state: 'value',
    keys: 'value',
    actions: 'value',
    terminal: 'value',
    ui: 'value',
    lines: 'value',
  },
};

/** Packages that only some folders or rooms may import. */
const PACKAGE_HOMES: Readonly<Record<string, readonly string[]>> = {
  react: ['ui', 'cli'],
  ink: ['ui', 'cli'],
  'ink-text-input': ['ui'],
  'ink-select-input': ['ui'],
  ofetch: ['client'],
  'eventsource-parser': ['state'],
  kysely: ['center/database', 'center/model', 'center/sample'],
  pg: ['center/database'],
  'node:sqlite': ['center/database', 'cli/kept'],
  'postal-mime': ['center/intake'],
  imapflow: ['center/mail'],
  nodemailer: ['center/mail'],
  'smtp-server': ['center/mail'],
  '@fastify/busboy': ['center/http'],
};

const FILE_LINES = 300;
const FUNCTION_LINES = 60;
const TABLE_LINES = 100;
const COMPONENT_LINES = 120;
/** A function with all that is inside it: a factory of small functions is bounded too. */
const WHOLE_FUNCTION_LINES = 200;
const MAY_HAVE_BARRELS = ['contract', 'actions'];
/** The sample writes the rows of years at once, with invented dates: no other code makes rows in that way. */
const SQL_HOMES: readonly string[] = ['center/database', 'center/model', 'center/sample'];
/** How a statement begins. */
const SQL_CALLS: readonly string[] = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'];
/** What a request and an answer are made of. */
const HTTP_NAMES: readonly string[] = ['Request', 'Response', 'Headers'];
const MAY_WRITE_ESCAPES = ['terminal', 'text'];

type Rule = (files: readonly SourceFile[]) => string[];

/** What takes a raw string and draws it, and the one place that sees that it is safe. */
const STRING_VIEW_HOMES: Readonly<Record<string, string>> = {
  ink: 'ui/widgets/line.tsx',
  'ink-text-input': 'ui/widgets/text-field.tsx',
  'ink-select-input': 'ui/dialogs/choice-list.tsx',
};

/**
 * The modules that take mail apart, and the only ones that may load them: all of it runs in the thread of
 * `reading-thread.ts`, and what shows HTML as text in that of `html-thread.ts`.
 */
const LOADED_BY: Readonly<Record<string, readonly string[]>> = {
  'center/intake/reading-thread.ts': [],
  'center/intake/mime/parse-mail.ts': ['center/intake/reading-thread.ts'],
  'center/intake/mime/body.ts': ['center/intake/mime/parse-mail.ts'],
  'center/intake/mime/report.ts': ['center/intake/mime/parse-mail.ts'],
  'center/intake/mime/forwarded.ts': ['center/intake/mime/parse-mail.ts'],
  'center/intake/mime/tree.ts': ['parse-mail', 'body', 'part-text', 'forwarded', 'report'].map(
    name => `center/intake/mime/${name}.ts`,
  ),
  'center/model/message/html-thread.ts': [],
  'text/html.ts': ['center/intake/mime/body.ts', 'center/model/message/html-thread.ts'],
};

/** Every rule of the house: its sentence, and what breaks it in these files. */
export const RULES: Readonly<Record<string, Rule>> = {
  'a folder imports only what the table allows': eachImport((file, { target, isTypeOnly, specifier }) => {
    if (target === undefined) return [];
    const [from, to] = [tableRoomOf(file.path), tableRoomOf(target)];
    if (from === to) return [];
    const allowed = MAY_IMPORT[from]?.[to] ?? MAY_IMPORT[from]?.[folderOf(target)];
    if (allowed === undefined) return [`${from} must not import ${to} (${specifier})`];
    return allowed === 'type' && !isTypeOnly ? [`${from} may import ${to} only by "import type" (${specifier})`] : [];
  }),
  'a room imports only the rooms below it in its folder': eachImport((file, { target, specifier }) => {
    const rooms = ROOMS[folderOf(file.path)];
    if (rooms === undefined || target === undefined || folderOf(target) !== folderOf(file.path)) return [];
    const [from, to] = [roomOf(file.path), roomOf(target)];
    return rooms.indexOf(to) <= rooms.indexOf(from) ? [] : [`${from} must not import ${to} (${specifier})`];
  }),
  'every file of a folder with rooms lives in one of them': each(({ path }) =>
    ROOMS[folderOf(path)]?.includes(roomOf(path)) === false ? [`${roomOf(path)} is no room of the table`] : [],
  ),
  'every file lives in a folder of the house': each(file =>
    folderOf(file.path) in MAY_IMPORT && file.path.includes('/') ? [] : ['is in no folder of the table'],
  ),
  'a file of the center lives in one of its rooms': each(({ path }) =>
    folderOf(path) !== 'center' || path === 'center/center.ts' || tableRoomOf(path) !== 'center'
      ? []
      : ['is in no room'],
  ),
  'the center drops no error without saying why nothing is lost': each(file =>
    folderOf(file.path) === 'center' ? file.nodes.flatMap(node => droppedIn(file, node)) : [],
  ),
  'SQL is written in the database, the model and the sample alone': each(({ path, nodes }) => {
    if (SQL_HOMES.includes(roomOf(path))) return [];
    const calls = nodes.flatMap(({ type, property }) => {
      const { name = '' } = (property ?? {}) as { name?: string };
      return type === 'MemberExpression' && SQL_CALLS.includes(name) ? [name] : [];
    });
    return [...new Set(calls)].map(name => `calls ${name}`);
  }),
  'the center knows of HTTP in its room http alone': each(({ path, nodes, imports }) => {
    if (!tableRoomOf(path).startsWith('center/') || tableRoomOf(path) === 'center/http') return [];
    const loads = imports
      .filter(({ specifier }) => /^node:http/.test(specifier))
      .map(one => `imports ${one.specifier}`);
    const named = nodes.flatMap(({ type, name }) =>
      type === 'Identifier' && HTTP_NAMES.includes(name as string) ? [name as string] : [],
    );
    return [...loads, ...[...new Set(named)].map(name => `names ${name}`)];
  }),
  'a package is imported only where it lives': eachImport((file, { specifier, isTypeOnly }) => {
    const homes = Object.entries(PACKAGE_HOMES).find(
      ([name]) => specifier === name || specifier.startsWith(`${name}/`),
    )?.[1];
    return homes && !isTypeOnly && !homes.some(home => file.path.startsWith(`${home}/`))
      ? [`imports ${specifier}, which lives in ${homes.join(' and ')}`]
      : [];
  }),
  'mail is taken apart in a thread of its own': eachImport((file, { target, isTypeOnly }) => {
    const loaders = LOADED_BY[target ?? ''];
    return loaders === undefined || isTypeOnly || loaders.includes(file.path) ? [] : [`loads ${target}`];
  }),
  'own files are imported with their extension': eachImport((_, { target, specifier }) =>
    target === undefined || /\.tsx?$/.test(target) ? [] : [`imports ${specifier} without .ts or .tsx`],
  ),
  'files do not import one another in a circle': circles,
  'a file has at most 300 lines, a component at most 120': each(({ path, lines, hasJsx }) => {
    const limit = hasJsx && folderOf(path) === 'ui' ? COMPONENT_LINES : FILE_LINES;
    return lines > limit ? [`has ${lines} lines, the limit is ${limit}`] : [];
  }),
  'a function has at most 60 lines of its own, a table or reducer 100, a component 120': each(file =>
    file.functions.flatMap(one => {
      const { name, line, lines, ownLines } = one;
      // What a function is made of takes long to find.
      const isLong = ownLines > FUNCTION_LINES;
      const limit = isLong && one.hasJsx ? COMPONENT_LINES : isLong && one.isTable ? TABLE_LINES : FUNCTION_LINES;
      if (ownLines > limit) return [`${name} (line ${line}) has ${ownLines} lines of its own, the limit is ${limit}`];
      return lines > WHOLE_FUNCTION_LINES
        ? [`${name} (line ${line}) has ${lines} lines, the limit is ${WHOLE_FUNCTION_LINES}`]
        : [];
    }),
  ),
  'there is no default export': each(({ nodes }) => (nodes.some(isDefaultExport) ? ['has a default export'] : [])),
  'names of files are kebab-case, and none is utils': each(({ path }) => {
    const name = path.split('/').at(-1) as string;
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.tsx?$/.test(name)) return ['is not kebab-case'];
    return /^(utils?|helpers?|common|misc)\.tsx?$/.test(name) ? ['says nothing of what is in it'] : [];
  }),
  'no state lives in a module': each(file => moduleState(file.program)),
  'barrels are only in contract and actions': each(({ path, program }) => {
    if (MAY_HAVE_BARRELS.includes(folderOf(path))) return [];
    const statements = program.body as Node[];
    const isBarrel =
      statements.length > 0 && statements.every(({ type, source }) => /^Export(All|Named)/.test(type) && source);
    return isBarrel || /(^|\/)index\.tsx?$/.test(path) ? ['is a barrel'] : [];
  }),
  'nobody listens for keys through Ink': eachImport((_, { specifier, names }) => {
    const listeners = names.filter(name => /^(useInput|usePaste|useStdin|\*)$/.test(name));
    return specifier === 'ink' ? listeners.map(name => `imports ${name} from ink`) : [];
  }),
  "Ink's Text is imported in ui/widgets/line.tsx alone, and each other view of a string in one place": eachImport(
    (file, { specifier, names }) => {
      const views = specifier === 'ink' ? names.filter(name => /^(Text|Transform|Static)$/.test(name)) : names;
      const home = STRING_VIEW_HOMES[specifier];
      return home === undefined || views.length === 0 || file.path === home
        ? []
        : [`imports ${views} from ${specifier}`];
    },
  ),
  'runtimes are told apart in the folder runtime alone': each(({ path, text }) =>
    folderOf(path) !== 'runtime' && /'bun'|versions\.bun|\bBun(?:\.\w|\?[:.])/.test(text)
      ? ['asks which runtime it runs on']
      : [],
  ),
  'raw mode is set in terminal/lifecycle.ts alone': each(({ path, nodes }) =>
    path !== 'terminal/lifecycle.ts' && nodes.some(isRawModeCall) ? ['sets raw mode'] : [],
  ),
  'escape sequences are written in terminal and text alone': each(({ path, nodes, text }) => {
    if (MAY_WRITE_ESCAPES.includes(folderOf(path))) return [];
    return nodes.some(node => holdsEscape(node, text)) ? ['holds a terminal escape'] : [];
  }),
  ...STYLE_RULES,
};

/** The room of a file if the import table has it, otherwise its folder. */
function tableRoomOf(path: string): string {
  const room = path.split('/').slice(0, 2).join('/');
  return room in MAY_IMPORT ? room : folderOf(path);
}

function each(find: (file: SourceFile) => string[]): Rule {
  return files => files.flatMap(file => find(file).map(breach => `${file.path}: ${breach}`));
}

function eachImport(find: (file: SourceFile, one: Import) => string[]): Rule {
  return each(file => file.imports.flatMap(one => find(file, one)));
}

/** Every circle once, from its first file round to it again. */
function circles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map(file => [file.path, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    const back = trail.indexOf(path);
    if (back >= 0) found.push([...trail.slice(back), path].join(' -> '));
    if (back >= 0 || done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) {
      if (target !== undefined && target !== path) visit(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return found;
}

/** `let` and `var` of a module, and containers that begin empty: they can only be there to be filled. */
function moduleState(program: Node): string[] {
  const declarations = (program.body as Node[])
    .map(statement => (statement.declaration ?? statement) as Node)
    .filter(({ type, declare }) => type === 'VariableDeclaration' && !declare);
  return declarations.flatMap(({ kind, declarations: ones }) =>
    (ones as Node[]).flatMap(({ id, init }) => {
      const { name } = id as unknown as { name?: string };
      if (kind !== 'const') return [`${name} is a module's ${kind}`];
      return isEmptyContainer(init as Node | null) ? [`${name} begins empty and lives in the module`] : [];
    }),
  );
}

function isEmptyContainer(init: Node | null): boolean {
  const callee = (init?.callee ?? {}) as { name?: string };
  return (
    init?.type === 'NewExpression' &&
    /^(Weak)?(Map|Set)$/.test(callee.name ?? '') &&
    (init.arguments as unknown[]).length === 0
  );
}

function isDefaultExport({ type, exported }: Node): boolean {
  return (
    type === 'ExportDefaultDeclaration' ||
    (type === 'ExportSpecifier' && (exported as { name?: string }).name === 'default')
  );
}

function isRawModeCall({ type, callee }: Node): boolean {
  const { property } = (callee ?? {}) as { property?: { name?: string } };
  return type === 'CallExpression' && property?.name === 'setRawMode';
}

function holdsEscape(node: Node, text: string): boolean {
  const isLiteral = node.type === 'Literal' && (typeof node.value === 'string' || node.regex !== undefined);
  if (!isLiteral && node.type !== 'TemplateElement' && node.type !== 'JSXText') return false;
  const raw = text.slice(node.start, node.end);
  return TERMINAL_ESCAPE.test(raw);
}

/** ESC, or an 8-bit CSI, OSC or DCS, in any spelling. `ESC $` and `ESC (` are how Japanese mail shifts its alphabet. */
const TERMINAL_ESCAPE =
  /(?:\x1b|\\x1b|\\u001b|\\u\{0*1b\}|\\033|\\e\[)(?![$(])|[\x90\x9b\x9d]|\\x9[0bd]|\\u009[0bd]|\\u\{0*9[0bd]\}/i;

/** An error that is caught without a name and not replaced by another one, with no comment in it or on the line before. */
function droppedIn({ text }: SourceFile, node: Node): string[] {
  const { callee, arguments: given } = node as { callee?: Node; arguments?: readonly Node[] };
  const { name } = (callee?.property ?? {}) as { name?: string };
  const handler = name === 'catch' ? given?.[0] : undefined;
  const isBare = (handler?.params as readonly Node[] | undefined)?.length === 0;
  if (!isBare && !(node.type === 'CatchClause' && node.param === null)) return [];
  const own = text.slice((handler ?? node).start, node.end);
  const at = text.lastIndexOf('\n', handler?.start ?? node.start);
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (/\/\/|\bthrow\b/.test(own) || /^\s*\/[/*]/.test(before)) return [];
  return [`drops an error in line ${text.slice(0, node.end).split('\n').length}`];
}
