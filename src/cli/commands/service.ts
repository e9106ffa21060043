import { createApiKey, revokeApiKey } from '../../center/auth/administration.ts';
import { ApiError } from '../../client/api-error.ts';
import { type Client, createClient } from '../../client/client.ts';
import { withCenter } from '../open-center.ts';
import type { Shell } from '../shell.ts';
import { exitCode, ShellError } from '../shell-error.ts';

/**
 * Runs `work` on the local help center through its own service, so that the same rules apply; a refusal ends the
 * command.
 */
export function withService<T>(
  shell: Shell,
  database: string | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withCenter(shell, database, async center => {
    const { id, token } = await createApiKey(center, 'this command');
    try {
      return await work(createClient({ baseUrl: 'http://embedded', token: () => token, answer: center.answer }));
    } catch (error) {
      if (error instanceof ApiError) throw new ShellError(sentenceOf(error), exitCode.failed);
      throw error;
    } finally {
      await revokeApiKey(center, id);
    }
  });
}

function sentenceOf({ message, details }: ApiError): string {
  return [message, ...details.map(detail => `${detail.path} ${detail.message}.`)].join(' ');
}
