import type { Rest } from '../../src/center/mail/rest.ts';
import type { handClock } from './hand-clock.ts';

/** Waits on a clock that is moved by hand. */
export function handRest({ setTimer }: Pick<ReturnType<typeof handClock>, 'setTimer'>): Rest {
  return (ms, signal) =>
    new Promise(resolve => {
      if (signal.aborted) return resolve();
      const end = () => {
        cancel();
        signal.removeEventListener('abort', end);
        resolve();
      };
      const cancel = setTimer(end, ms);
      signal.addEventListener('abort', end);
    });
}
