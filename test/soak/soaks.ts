import type { Measurements } from '../harness/measurement.ts';

/** Every soak by its name on the command line. Each ends with 1 if something does not hold. */
export const SOAKS: Measurements = {
  kind: 'soak',
  runsUnasked: false,
  byName: {
    life: {
      measures: 'desks ended in every way again and again: the terminal, the drafts, the notes',
      takes: 'hours',
      needsBuild: true,
      takesWords: '[--times 200] [--seed 1] [name…]',
      script: 'test/soak/life.ts',
    },
    typing: {
      measures: 'desks killed while the agent types: at most a second of a note is lost',
      takes: 'many minutes',
      needsBuild: true,
      takesWords: '[--times 500] [--seed 1]',
      script: 'test/soak/typing.ts',
    },
    journey: {
      measures: 'forty minutes on a train, again and again: all that the agent did is there once',
      takes: 'many minutes',
      needsBuild: true,
      takesWords: '[--times 20] [--seed 1] [ssh]',
      script: 'test/soak/journey.ts',
    },
    text: {
      measures: 'hostile text from import to the screen, and in every field of the screen',
      takes: 'many minutes',
      needsBuild: true,
      takesWords: '[--times 10000] [--seed 1]',
      script: 'test/soak/text.ts',
      fullTests: 'test/ui/hostile-fields.slow.test.tsx',
    },
    wire: {
      measures: 'any 10,000 frames arrive as they are, and any bytes are split into keys',
      takes: 'many minutes',
      needsBuild: false,
      fullTests: 'test/terminal',
    },
  },
};
