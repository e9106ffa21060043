import { describe, expect, test } from 'vitest';
import type { Terminal } from '../harness/pty.ts';
import { openBackstage, openDesk } from './open-desk.ts';

async function scene(size: { columns: number; rows: number }, count = 30) {
  const backstage = await openBackstage();
  for (let number = 1; number <= count; number++) {
    await backstage.conversation(`Question number ${number}`, { tags: number % 2 === 0 ? ['even'] : ['odd'] });
  }
  return { backstage, desk: await openDesk(backstage, size), newest: count };
}

/** The detail's head of a conversation. A row beneath it names the customer's last one by the same words. */
function head(id: number): RegExp {
  return new RegExp(`(?:^|│)[ …]?#${id} Question`, 'm');
}

async function press(desk: Terminal, ...names: string[]) {
  for (const name of names) {
    desk.press(name);
    await desk.settled(40);
  }
}

describe('three panes on 120 columns', () => {
  test('j and k move, the detail follows; G and gg go to the ends; PgDn, Ctrl-d and back', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 });
    await desk.sees(head(newest));
    await press(desk, 'cursor.down', 'cursor.down', 'cursor.up');
    await desk.sees(head(newest - 1));
    await press(desk, 'cursor.bottom');
    await desk.sees(head(1));
    await press(desk, 'cursor.top');
    await desk.sees(head(newest));
    await press(desk, 'cursor.page-down', 'cursor.page-up', 'cursor.half-down', 'ctrl-u');
    await desk.sees(head(newest));
  });

  test('ten keys in one write are ten keys', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 });
    await desk.sees(head(newest));
    desk.type('jjjjjjjjjj');
    await desk.sees(head(newest - 10));
  });

  test('Enter opens, J and K go on to the neighbours, Esc comes back to the list', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 });
    await desk.sees(head(newest));
    await press(desk, 'open');
    await desk.sees('Esc list');
    await press(desk, 'conversation.next');
    await desk.sees(head(newest - 1));
    await press(desk, 'conversation.previous');
    await desk.sees(head(newest));
    await press(desk, 'back');
    await desk.sees('/ filter');
  });

  test('w shows the list on the whole screen, and then all panes again', async () => {
    const { desk } = await scene({ columns: 160, rows: 20 });
    await desk.sees('Inboxes');
    await press(desk, 'pane.widen');
    await desk.seesNot('Inboxes');
    await press(desk, 'pane.widen');
    await desk.sees('Inboxes');
  });
});

describe('finding', () => {
  test('/ takes words and terms; an error is shown and loses no word; Esc restores the list', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 });
    await desk.sees(head(newest));
    await press(desk, 'list.filter');
    desk.type('tag:even number 12');
    await desk.sees('tag:even number 12');
    desk.press('enter');
    await desk.sees(/Question number 12/);
    await desk.seesNot('Question number 13');
    await press(desk, 'list.filter');
    desk.type(' status:opne');
    await desk.sees(' status:opne');
    desk.press('enter');
    await desk.sees('opne');
    await desk.sees('open, closed');
    await press(desk, 'esc', 'back');
    await desk.sees('Question number 29');
  });

  test('views by digits and the archive by ga', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 });
    await desk.sees(head(newest));
    await press(desk, 'conversation.archive');
    await desk.sees('Archived');
    await press(desk, 'g', 'a');
    await desk.sees(`${newest} Question number ${newest}`);
    await press(desk, 'view.unassigned');
    await desk.sees('Unassigned');
    await desk.sees(`${newest - 1} Question number`);
    await press(desk, 'view.mine');
    await desk.sees('Mine');
    await desk.seesNot('Question number 5 ');
    await press(desk, 'view.unresolved');
    await desk.sees(`${newest - 1} Question number`);
  });

  test('? shows the live keys, typing searches them, Enter runs one', async () => {
    const { backstage, desk, newest } = await scene({ columns: 160, rows: 20 }, 3);
    await desk.sees(head(newest));
    await press(desk, 'help');
    await desk.sees('Keys in the list');
    desk.type('archive');
    await desk.settled();
    desk.press('enter');
    await desk.sees(`Archived #${newest}`);
    await expect
      .poll(() => backstage.ask<{ archived: boolean }>('GET', `/conversations/${newest}`))
      .toMatchObject({ archived: true });
  });
});

describe('marks', () => {
  test('Space, V, *a, *i and *n mark; the footer counts; Esc takes them away', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 }, 6);
    await desk.sees(head(newest));
    await press(desk, 'list.mark', 'list.range', 'cursor.down', 'cursor.down', 'list.range');
    await desk.sees('4 marked');
    await press(desk, 'list.invert');
    await desk.sees('2 marked');
    await press(desk, 'list.mark-all');
    await desk.sees('6 marked');
    await press(desk, 'list.unmark');
    await desk.seesNot('marked');
    await press(desk, 'list.mark');
    await desk.sees('1 marked');
    await press(desk, 'back');
    await desk.seesNot('marked');
  });
});

describe('small windows', () => {
  test('80x24 shows list and detail, h the inboxes', async () => {
    const { desk, newest } = await scene({ columns: 80, rows: 24 });
    await desk.sees(head(newest));
    expect(desk.text()).not.toContain('Inboxes');
    await press(desk, 'pane.left');
    await desk.sees('Inboxes');
    await press(desk, 'pane.right');
    await desk.seesNot('Inboxes');
  });

  test('40x12 shows one pane at a time, Enter in, Esc back', async () => {
    const { desk, newest } = await scene({ columns: 40, rows: 12 });
    await desk.sees(`${newest} Question`);
    expect(desk.text()).not.toContain('customer.example');
    await press(desk, 'open');
    await desk.sees('Hello, could you help me');
    await press(desk, 'back');
    await desk.sees('Question number 29');
  });

  test('a resize keeps the cursor, the marks and an open box', async () => {
    const { desk, newest } = await scene({ columns: 160, rows: 20 });
    await desk.sees(head(newest));
    await press(desk, 'list.mark', 'cursor.down', 'conversation.assign');
    await desk.sees('Enter assign');
    desk.resize(50, 14);
    await desk.sees('Enter assign');
    desk.resize(100, 30);
    await desk.sees('Enter assign');
    await press(desk, 'esc');
    await desk.sees('1 marked');
    await desk.sees(head(newest - 2));
  });
});

test('changes by others wait: nothing moves under the cursor until R', async () => {
  const { backstage, desk, newest } = await scene({ columns: 160, rows: 20 }, 5);
  await desk.sees(head(newest));
  await press(desk, 'cursor.down');
  await desk.sees(head(newest - 1));
  const arrived = await backstage.conversation('A new question');
  expect(desk.text()).not.toContain('A new question');
  await press(desk, 'refresh');
  await desk.sees(new RegExp(`${arrived} Zoë Quinn +A new question`));
  expect(desk.text()).toMatch(head(newest - 1));
});
