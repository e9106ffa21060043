import type { Node, SourceFile } from './source-tree.ts';

type Rule = (files: readonly SourceFile[]) => string[];

/** How the code is written, as far as a reader meets two ways of it. */
export const STYLE_RULES: Readonly<Record<string, Rule>> = {
  "a module's function is declared as one": eachConstant(({ id, init }) =>
    init?.type === 'ArrowFunctionExpression' && !id.typeAnnotation
      ? `${id.name} is an arrow: declare a function`
      : undefined,
  ),
  'a number that a module names is in capitals': eachConstant(({ id, init }) =>
    isNumber(init) && !/^[A-Z][A-Z0-9_]*$/.test(id.name)
      ? `${id.name} is a number: name it in capitals, a bound MAX_…`
      : undefined,
  ),
};

interface Constant {
  readonly id: { readonly name: string; readonly typeAnnotation?: unknown };
  readonly init: Node | null;
}

/** How a constant of a module begins if it may be a function or a number: no other file has to be parsed. */
const MAY_BREAK = /^(?:export )?const [\w$]+[^=\n]* =(?:$| (?:async\b|[(<]|[\w$]+ =>|[-+~]?\d))/m;

function eachConstant(find: (constant: Constant) => string | undefined): Rule {
  return files =>
    files.flatMap(file => {
      if (!MAY_BREAK.test(file.text)) return [];
      return constantsOf(file.program).flatMap(constant => {
        const breach = find(constant);
        return breach === undefined ? [] : [`${file.path}: ${breach}`];
      });
    });
}

/** The constants of a module that have a name of their own. */
function constantsOf(program: Node): Constant[] {
  return (program.body as Node[]).flatMap(statement => {
    const declaration = (statement.declaration ?? statement) as Node;
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') return [];
    return (declaration.declarations as Node[])
      .filter(({ id }) => (id as Node).type === 'Identifier')
      .map(({ id, init }) => ({
        id: id as unknown as Constant['id'],
        init: init as Node | null,
      }));
  });
}

/** A literal, or a sum or product of literals: `24 * 60 * 60_000`. */
function isNumber(node: Node | null): boolean {
  if (node?.type === 'Literal') return typeof node.value === 'number';
  if (node?.type === 'UnaryExpression') return isNumber(node.argument as Node);
  return node?.type === 'BinaryExpression' && isNumber(node.left as Node) && isNumber(node.right as Node);
}
