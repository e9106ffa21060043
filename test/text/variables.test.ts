import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillVariables, unfilled, unfilledIn, unknownVariables, variableNames } from '../../src/text/variables.ts';

const values = { 'customer.name': 'Zoë Quinn', 'customer.first': 'Zoë', 'conversation.id': '7', title: '{agent.name}' };

describe('filling variables in', () => {
  test.for([
    ['Dear {customer.first},', 'Dear Zoë,'],
    ['Dear { customer.first | you },', 'Dear Zoë,'],
    ['by {agent.name|the team}', 'by the team'],
    ['by {agent.name|}.', 'by .'],
    ['by {agent.name} {agent.name}', 'by ‹agent.name› ‹agent.name›'],
    ['#{conversation.id} {title}', '#7 {agent.name}'],
    ['\\{title} {', '{title} {'],
    ['{{title}}', '{{agent.name}}'],
    ['{\ntitle}', '{\ntitle}'],
    ['{other} {} {a|b|c}', '{other} {} {a|b|c}'],
    ['C:\\{title', 'C:{title'],
  ] as const)('%j becomes %j', ([template, text]) => {
    expect(fillVariables(template, values)).toBe(text);
  });

  test('any value is put in as it is, and never holds an answer back', () => {
    const mark = fc.constantFrom(...variableNames).map(name => `‹${name}›`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), mark), fc.constantFrom(...variableNames), (value, name) => {
        fc.pre(value.trim() !== '');
        const shown = value.trim().replaceAll('‹', '<');
        const text = fillVariables(`a{${name}}b{${name}|x}c`, { [name]: value });
        expect([text, unfilledIn(text)]).toEqual([`a${shown}b${shown}c`, []]);
      }),
    );
  });

  test('a quoted mark of a customer holds no answer back', () => {
    expect(unfilledIn('Yes.\n\n> by ‹date›\n>> ‹title›')).toEqual([]);
    expect(unfilledIn('Yes, by ‹date›.\n\n> by ‹title›')).toEqual(['date']);
  });

  test('a text that is used again has its variables as before', () => {
    const text = 'Dear {customer.name}, by {date|soon}';
    expect(unfilled(fillVariables(text, {}))).toBe('Dear {customer.name}, by soon');
  });

  test('a text without braces stays as it is, and each variable is filled in or named', () => {
    const piece = fc.oneof(
      fc.string().map(text => text.replaceAll('>', '')),
      fc.constantFrom(...variableNames).map(name => `{${name}}`),
      fc.constant('\\{'),
    );
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const template = pieces.join('');
        if (!template.includes('{')) expect(fillVariables(template, {})).toBe(template);
        expect(unfilledIn(fillVariables(template, Object.fromEntries(variableNames.map(name => [name, '-']))))).toEqual(
          [],
        );
        const alone = pieces.filter((one, at) => /^\{.+\}$/.test(one) && !pieces[at - 1]?.endsWith('\\'));
        if (pieces.every(one => one === '\\{' || !/[{}\\]/.test(one) || alone.includes(one)))
          expect(unfilledIn(fillVariables(template, {}))).toEqual(
            variableNames.filter(name => alone.includes(`{${name}}`)),
          );
      }),
    );
  });
});

describe('unknown variables', () => {
  test.for([
    ['{customer.name} {date|today}', []],
    ['{customer.frist|you} {x} {x} { y }', ['customer.frist', 'x', 'y']],
    ['\\{x} {} { \n } {', []],
  ] as const)('of %j are %j', ([template, names]) => {
    expect(unknownVariables(template)).toEqual(names);
  });
});
