/**
 * The response with a body that calls `end` when it was read, cancelled or broken off, and that breaks off when
 * `signal` aborts. An error of its connection reaches the reader as `errorOf` returns it.
 */
export function heldResponse(
  response: Response,
  signal: AbortSignal,
  end: () => void,
  errorOf: (error: unknown) => unknown = error => error,
): Response {
  const reader = response.body?.getReader();
  if (!reader) {
    end();
    return response;
  }
  const finish = (): void => {
    signal.removeEventListener('abort', breakOff);
    end();
  };
  let fail = (): void => undefined;
  const breakOff = (): void => {
    fail();
    finish();
    // The connection may be broken already.
    reader.cancel().catch(() => undefined);
  };
  const body = new ReadableStream<Uint8Array>({
    start: controller => {
      fail = () => controller.error(signal.reason);
      signal.addEventListener('abort', breakOff, { once: true });
    },
    pull: async controller => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        finish();
        throw errorOf(error);
      });
      if (signal.aborted) return;
      if (!done) return controller.enqueue(value);
      finish();
      controller.close();
    },
    cancel: reason => {
      finish();
      return reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}
