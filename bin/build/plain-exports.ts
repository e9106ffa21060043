import { isPart, type Part, partsBelow } from './parts.ts';

/** How the bundler exports a name from a script: by a getter, because the name might get another value. */
const exported = /Object\.defineProperty\(exports,"(\w+)",\{enumerable:!0,get:function\(\)\{return ([\w$]+)\}\}\)/g;

function allParts(program: Part): Part[] {
  const parts = [program];
  for (const part of parts) parts.push(...partsBelow(part));
  return parts;
}

function namesIn(part: unknown): unknown[] {
  return isPart(part) ? allParts(part).flatMap(({ type, name }) => (type === 'Identifier' ? [name] : [])) : [];
}

/** The names of a script's own functions, classes and constants. */
function declaredBy(program: Part): unknown[] {
  return (program.body as readonly Part[]).flatMap(one => {
    if (one.type === 'FunctionDeclaration' || one.type === 'ClassDeclaration') return namesIn(one.id);
    if (one.type !== 'VariableDeclaration' || one.kind !== 'const') return [];
    return partsBelow(one).flatMap(({ id }) => (isPart(id) && id.type === 'Identifier' ? [id.name] : []));
  });
}

/** The names that get a value somewhere after their declaration. */
function changedIn(program: Part): unknown[] {
  return allParts(program).flatMap(({ type, left, argument }) => {
    if (type === 'UpdateExpression') return namesIn(argument);
    return /^(Assignment|For(In|Of)S)/.test(type) ? namesIn(left) : [];
  });
}

/** Exports what keeps its value as it is: hundreds of getters take a millisecond to make, and each use calls one. */
export function withPlainExports(code: string, program: Part): string {
  const kept = new Set(declaredBy(program)).difference(new Set(changedIn(program)));
  return code.replace(exported, (all, as: string, name: string) => (kept.has(name) ? `exports.${as}=${name}` : all));
}
