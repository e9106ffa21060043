import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillVariables, unknownVariables, variableNames } from '../../src/text/variables.ts';

const values = { 'customer.name': 'Zoë Quinn', 'customer.first': 'Zoë', 'conversation.id': '7', title: '{agent.name}' };

describe('filling variables in', () => {
  test.for([
    ['Dear {customer.first},', 'Dear Zoë,', []],
    ['Dear { customer.first | you },', 'Dear Zoë,', []],
    ['by {agent.name|the team}', 'by the team', []],
    ['by {agent.name|}.', 'by .', []],
    ['by {agent.name} {agent.name}', 'by {agent.name} {agent.name}', ['agent.name']],
    ['#{conversation.id} {title}', '#7 {agent.name}', []],
    ['\\{title} {', '{title} {', []],
    ['{{title}}', '{{agent.name}}', []],
    ['{\ntitle}', '{\ntitle}', []],
    ['{other} {} {a|b|c}', '{other} {} {a|b|c}', []],
    ['C:\\{title', 'C:{title', []],
  ] as const)('%j becomes %j', ([template, text, unfilled]) => {
    expect(fillVariables(template, values)).toEqual({ text, unfilled });
  });

  test('a value is put in as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...variableNames), (value, name) => {
        fc.pre(value.trim() !== '');
        expect(fillVariables(`a{${name}}b{${name}|x}c`, { [name]: value })).toEqual({
          text: `a${value.trim()}b${value.trim()}c`,
          unfilled: [],
        });
      }),
    );
  });

  test('a text without braces stays as it is, and each variable is filled in or named', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(...variableNames).map(name => `{${name}}`),
      fc.constant('\\{'),
    );
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        const template = pieces.join('');
        const { text, unfilled } = fillVariables(template, {});
        if (!template.includes('{')) expect(text).toBe(template);
        for (const name of unfilled) expect(text).toContain(`{${name}}`);
        expect(fillVariables(template, Object.fromEntries(variableNames.map(name => [name, '-']))).unfilled).toEqual(
          [],
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
