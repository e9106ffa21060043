import type { attachment as endpoints } from '../../contract/attachment.ts';
import type { Handlers, LooseCall } from '../call.ts';
import { namesEtag } from '../etag.ts';
import { notFound } from '../problem.ts';
import { attachmentAnswer, requireAttachment } from '../storage/attachment.ts';
import { receiveUpload } from '../upload.ts';
import { read } from '../work.ts';

const create = async (call: LooseCall<typeof endpoints.create>) => {
  const { name, contentType, hash, size, keptAt } = await receiveUpload(call.request, call.parts.files);
  const store = async ({ db }: { db: Parameters<typeof requireAttachment>[0] }) => {
    const row = await db
      .insertInto('attachment')
      .values({ name, content_type: contentType, size, hash, agent_id: call.caller.agentId, created_at: keptAt })
      .returningAll()
      .executeTakeFirstOrThrow();
    return { data: attachmentAnswer(row) };
  };
  return call.write(store, `${name}\n${contentType}\n${hash}`);
};

/** The name in both forms that readers of the header know: plain ASCII, and all of Unicode. */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/[!'()*]/g, one => `%${one.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
};

const content = async (call: LooseCall<typeof endpoints.content>) => {
  const row = await read(call.parts, ({ db }) => requireAttachment(db, call.caller, call.params.attachment_id));
  const headers = {
    etag: `"${row.hash.slice(0, 22)}"`,
    'content-type': row.content_type,
    'content-length': String(row.size),
    'content-disposition': disposition(row.name),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  };
  const known = call.request.headers.get('if-none-match');
  if (known !== null && namesEtag(known, row.hash.slice(0, 22)))
    return new Response(null, { status: 304, headers: { etag: headers.etag } });
  const body = await call.parts.files.open(row.hash);
  if (!body) throw notFound('file: it is missing on the disk of the help center');
  return new Response(body, { headers });
};

export const attachment: Handlers['attachment'] = {
  create: { loose: create },
  get: async call => ({
    data: attachmentAnswer(await requireAttachment(call.db, call.caller, call.params.attachment_id)),
  }),
  content: { loose: content },
};
