/** No line that is typed or piped to a command is longer. */
const MAX_CHARACTERS = 10_000;

/** The first lines of standard input without their line breaks: the way passwords reach a command. Fewer if it ends. */
export async function firstLines(input: NodeJS.ReadableStream, count: number): Promise<readonly string[]> {
  let text = '';
  for await (const chunk of input) {
    text += String(chunk);
    if (text.split('\n').length > count || text.length > count * MAX_CHARACTERS) break;
  }
  return text.split(/\r?\n/).slice(0, count);
}
